import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { HashRouter } from 'react-router'
import { ApiError, watchPerson } from './api/client'
import { App, ConfigProvider, zhCN } from './kit'
import { AppRoutes } from './routes'
import './app.css'

dayjs.locale('zh-cn')
watchPerson()

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5000,
      // A refusal will be the same a second later; only a connection or a server that failed is worth asking again.
      retry: (failures, error) =>
        failures < 2 && !(error instanceof ApiError && error.status > 0 && error.status < 500),
    },
  },
})

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no root')
createRoot(root).render(
  <StrictMode>
    <ConfigProvider locale={zhCN} button={{ autoInsertSpace: false }} theme={theme()}>
      <App message={{ maxCount: 3 }}>
        <QueryClientProvider client={queries}>
          <HashRouter>
            <AppRoutes />
          </HashRouter>
        </QueryClientProvider>
      </App>
    </ConfigProvider>
  </StrictMode>,
)

function theme() {
  return {
    token: {
      motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
      fontFamily: '"PingFang SC","Microsoft YaHei","Hiragino Sans GB","Noto Sans CJK SC",system-ui,sans-serif',
      borderRadius: 4,
      colorPrimary: '#1554ad',
      colorLink: '#1554ad',
      // Darker than the kit's: its own tags and hints fall short of readable contrast.
      colorInfo: '#1554ad',
      colorSuccess: '#1e6b1e',
      colorWarning: '#8a4b00',
      colorError: '#b81d1d',
      colorInfoBg: '#e8f1fc',
      colorInfoBorder: '#b5d1f2',
      colorSuccessBg: '#e9f6e9',
      colorSuccessBorder: '#b4dab4',
      colorWarningBg: '#fff4df',
      colorWarningBorder: '#f0d39b',
      colorErrorBg: '#fdecec',
      colorErrorBorder: '#f2bcbc',
      colorTextDescription: '#5f6368',
      colorTextPlaceholder: '#6b6f76',
      colorTextTertiary: '#5f6368',
    },
  }
}
