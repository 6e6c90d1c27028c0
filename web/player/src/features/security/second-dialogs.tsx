import { useQueryClient } from '@tanstack/react-query'
import { QRCodeSVG } from 'qrcode.react'
import { useState } from 'react'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { Dialog } from '../../ui/dialog'
import { CodeForm } from './code-form'
import { beginSecond, confirmSecond, endSecond, renewRecovery, securityKey } from './security-queries'
import { useSecurityText } from './use-security-text'

export type Step = 'on' | 'off' | 'renew'

/** Switching two-step login on or off, and new recovery codes: one dialog from the proof to the codes. */
export default function SecondDialog({ step, onClose }: { step: Step; onClose: () => void }) {
  const text = useSecurityText()
  const queries = useQueryClient()
  const [setup, setSetup] = useState<{ Secret: string; Address: string } | null>(null)
  const [codes, setCodes] = useState<string[]>([])
  const done = () => queries.invalidateQueries({ queryKey: securityKey })
  const show = async (list: string[]) => {
    setCodes(list)
    await done()
  }
  if (codes.length > 0) return <Recovery codes={codes} onClose={onClose} />
  if (step === 'off') {
    return (
      <Dialog title={text.turnOff} onClose={onClose}>
        <CodeForm
          asks="both"
          recovery
          submit={text.confirmOff}
          onSend={async (password, code) => {
            await endSecond(password, code)
            await done()
            onClose()
          }}
        >
          <p className="pb-4 text-sm text-soft">{text.offLine}</p>
        </CodeForm>
      </Dialog>
    )
  }
  if (step === 'renew') {
    return (
      <Dialog title={text.renew} onClose={onClose}>
        <CodeForm asks="code" submit={text.renew} onSend={async (_, code) => show(await renewRecovery(code))}>
          <p className="pb-4 text-sm text-soft">{text.renewLine}</p>
        </CodeForm>
      </Dialog>
    )
  }
  return (
    <Dialog title={setup ? text.setup : text.turnOn} onClose={onClose}>
      {setup ? (
        <CodeForm
          key="code"
          asks="code"
          submit={text.confirmOn}
          onSend={async (_, code) => show(await confirmSecond(code))}
        >
          <p className="pb-4 text-sm text-soft">{text.scan}</p>
          <div className="mx-auto mb-4 w-fit rounded-lg bg-white p-3">
            <QRCodeSVG value={setup.Address} size={168} level="M" role="img" aria-label={text.scanAlt} />
          </div>
          <p className="text-xs text-mute">{text.manual}</p>
          <div className="mt-1 mb-4 flex items-center gap-2 rounded-lg bg-deep pr-2 pl-3">
            <span className="tabular min-w-0 flex-1 py-2 text-sm break-all">{setup.Secret}</span>
            <CopyButton value={setup.Secret} label={text.manual} />
          </div>
        </CodeForm>
      ) : (
        <CodeForm
          key="password"
          asks="password"
          submit={text.next}
          onSend={async (password) => setSetup(await beginSecond(password))}
        >
          <p className="pb-4 text-sm text-soft">{text.secondLine}</p>
        </CodeForm>
      )}
    </Dialog>
  )
}

function Recovery({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const text = useSecurityText()
  return (
    <Dialog title={text.recovery} onClose={onClose} modalOnly>
      <p className="pb-4 text-sm text-soft">{text.recoveryLine}</p>
      <ul aria-label={text.recovery} className="tabular grid grid-cols-2 gap-2 rounded-lg bg-deep p-4 text-center">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex items-center justify-between gap-4 pt-4">
        <CopyButton value={codes.join('\n')} label={text.copyAll} />
        <Button onClick={onClose}>{text.saved}</Button>
      </div>
    </Dialog>
  )
}
