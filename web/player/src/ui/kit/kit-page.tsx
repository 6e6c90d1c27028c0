import { lazy, Suspense, useState } from 'react'
import { Button } from '../button'
import { siteForm } from '../site-form'
import { toast, toastUntil } from '../toast'
import { KitControls } from './kit-controls'
import { KitShown } from './kit-shown'
import { KitTokens } from './kit-tokens'
import { Row, Section } from './section'
import { useKitText } from './use-kit-text'

const ConfirmDialog = lazy(() => import('../confirm-dialog'))
const DialogOfKit = lazy(() => import('./kit-dialog'))

/** Every component in every state, in the form that is open. Only the development server has this page. */
export default function KitPage() {
  const text = useKitText()
  return (
    <div className="container-page space-y-12 py-10 h5:px-4">
      <header>
        <h1 className="text-3xl font-semibold">{text.title}</h1>
        <p className="text-soft">{text.form[siteForm()]}</p>
      </header>
      <KitTokens />
      <KitControls />
      <KitShown />
      <Messages />
    </div>
  )
}

function Messages() {
  const text = useKitText()
  const [open, setOpen] = useState<'dialog' | 'confirm' | ''>('')
  const close = () => setOpen('')
  const kinds = ['info', 'success', 'warning', 'error'] as const
  const wait = () => void setTimeout(toastUntil(text.processing), 3000)
  return (
    <Section title={text.messages}>
      <Row>
        {kinds.map((kind) => (
          <Button key={kind} look="line" onClick={() => toast(kind, text.say[kind])}>
            {text.say[kind]}
          </Button>
        ))}
        <Button look="line" onClick={wait}>
          {text.processing}
        </Button>
        <Button look="line" onClick={() => setOpen('dialog')}>
          {text.dialog}
        </Button>
        <Button look="line" onClick={() => setOpen('confirm')}>
          {text.confirm}
        </Button>
      </Row>
      <Suspense>
        {open === 'dialog' && <DialogOfKit onClose={close} />}
        {open === 'confirm' && (
          <ConfirmDialog title={text.dialogTitle} message={text.dialogText} onConfirm={close} onClose={close} />
        )}
      </Suspense>
    </Section>
  )
}
