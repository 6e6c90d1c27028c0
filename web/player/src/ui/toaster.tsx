import { Toaster as SonnerToaster } from 'sonner'
import { toastsAtOnce, toastTopPx } from './toast'
import { useUiText } from './use-ui-text'

export default function Toaster() {
  const text = useUiText()
  return (
    <SonnerToaster
      customAriaLabel={text.messages}
      theme="dark"
      position="top-center"
      offset={toastTopPx}
      mobileOffset={{ top: toastTopPx }}
      visibleToasts={toastsAtOnce}
      toastOptions={{
        // The sentence in the middle, behind a mark in its kind's colour.
        classNames: {
          content: 'flex-none! max-w-full',
          success: '[&>[data-icon]]:text-win',
          error: '[&>[data-icon]]:text-loss',
          warning: '[&>[data-icon]]:text-gold',
          info: '[&>[data-icon]]:text-info',
        },
        style: {
          background: 'var(--color-raised)',
          borderColor: 'var(--color-edge)',
          color: 'var(--color-text)',
          boxShadow: 'var(--shadow-high)',
          fontSize: 15,
          justifyContent: 'center',
        },
      }}
    />
  )
}
