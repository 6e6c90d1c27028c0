import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './shared.css'
import { App } from './app'
import './styles.css'

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
