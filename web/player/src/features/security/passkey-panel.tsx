import { lazy, useState } from 'react'
import { Button } from '../../ui/button'
import { Optional } from '../../ui/optional'
import { Panel } from '../../ui/panel'
import { hasPasskeys } from './has-passkeys'
import type { PasskeyStep } from './passkey-dialogs'
import type { Passkey, Security } from './security-queries'
import { usePasskeyText } from './use-passkey-text'

const PasskeyDialog = lazy(() => import('./passkey-dialogs'))

/** As many passkeys as one player may have. */
const maxPasskeys = 10

/** The player's passkeys: add, rename, remove. */
export default function PasskeyPanel({ data }: { data: Security }) {
  const text = usePasskeyText()
  const [step, setStep] = useState<PasskeyStep | null>(null)
  const open = data.passkeysOpen && hasPasskeys()
  const full = data.passkeys.length >= maxPasskeys
  return (
    <Panel title={text.title}>
      <div className="flex flex-wrap items-center gap-x-8 gap-y-4 px-5 py-5 h5:px-4">
        <div className="min-w-64 flex-1 space-y-2 text-sm text-soft">
          <p>{text.line}</p>
          {!open && <p className="text-xs text-mute">{text.elsewhere}</p>}
          {full && <p className="text-xs text-mute">{text.full}</p>}
          {data.passkeys.length === 0 && <p className="text-mute">{text.none}</p>}
        </div>
        <Button disabled={!open || full} onClick={() => setStep({ kind: 'add' })}>
          {text.add}
        </Button>
      </div>
      {data.passkeys.length > 0 && (
        <ul aria-label={text.title} className="divide-y divide-line">
          {data.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onStep={setStep} />
          ))}
        </ul>
      )}
      {step && (
        <Optional>
          <PasskeyDialog step={step} withCode={data.since !== ''} onClose={() => setStep(null)} />
        </Optional>
      )}
    </Panel>
  )
}

function PasskeyRow({ passkey, onStep }: { passkey: Passkey; onStep: (step: PasskeyStep) => void }) {
  const text = usePasskeyText()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3.5 h5:px-4">
      <div className="min-w-0 flex-1 text-sm">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          <span data-own-words>{passkey.name}</span>
          {passkey.here && (
            <span className="rounded bg-win/12 px-2 text-xs leading-6 font-normal text-win">{text.here}</span>
          )}
          {passkey.stopped && <span className="text-xs font-normal text-loss">{text.stopped}</span>}
        </p>
        <p className="tabular flex flex-wrap gap-x-4 pt-0.5 text-xs text-mute">
          <span>{text.made(passkey.made)}</span>
          <span>{passkey.used ? text.used(passkey.used) : text.unused}</span>
        </p>
        {passkey.stopped && <p className="text-xs text-loss">{text.stoppedLine}</p>}
      </div>
      <Button look="line" size="small" onClick={() => onStep({ kind: 'rename', passkey })}>
        {text.rename}
      </Button>
      <Button look="line" size="small" onClick={() => onStep({ kind: 'remove', passkey })}>
        {text.remove}
      </Button>
    </li>
  )
}
