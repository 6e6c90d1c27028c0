import { useQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { paths } from '../../paths'
import { Button } from '../../ui/button'
import { Link } from '../../ui/link'
import { Optional } from '../../ui/optional'
import { Panel } from '../../ui/panel'
import { siteForm } from '../../ui/site-form'
import { Load, SkeletonRows } from '../../ui/states'
import { ContactPanel } from './contact-panel'
import { LoginList } from './login-list'
import type { Step } from './second-dialogs'
import { type Security, securityQuery } from './security-queries'
import { useSecurityText } from './use-security-text'

const PasskeyPanel = lazy(() => import('./passkey-panel'))
const SecondDialog = lazy(() => import('./second-dialogs'))

/** Fewer recovery codes than these are worth a word. */
const fewCodes = 3

/** How the account is protected: two-step login, where it is logged in, contacts and passkeys. */
export default function SecurityPage() {
  const text = useSecurityText()
  const security = useQuery(securityQuery)
  return (
    <div className="space-y-5">
      <Panel title={text.second}>
        <Load query={security} skeleton={<SkeletonRows rows={siteForm() === 'h5' ? 3 : 2} height="h-12" />}>
          {(data) => <Second data={data} />}
        </Load>
      </Panel>
      <Panel
        title={text.logins}
        aside={
          <Link to={paths.password} className="inline-flex min-h-8 items-center text-sm text-gold h5:min-h-11">
            {text.changePassword}
          </Link>
        }
      >
        <Load query={security} skeleton={<SkeletonRows rows={4} height="h-14" />}>
          {(data) => <LoginList logins={data.logins} />}
        </Load>
      </Panel>
      {security.data && <ContactPanel contacts={security.data.contacts} />}
      {security.data && (security.data.passkeysOpen || security.data.passkeys.length > 0) && (
        <Optional>
          <PasskeyPanel data={security.data} />
        </Optional>
      )}
    </div>
  )
}

function Second({ data }: { data: Security }) {
  const text = useSecurityText()
  const [step, setStep] = useState<Step | null>(null)
  const on = data.since !== ''
  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-4 px-5 py-5 h5:px-4">
      <div className="min-w-64 flex-1 space-y-2 text-sm text-soft">
        <p>
          <span
            className={`inline-block rounded px-2 text-xs leading-6 ${on ? 'bg-win/12 text-win' : 'bg-gold/12 text-gold-soft'}`}
          >
            {on ? text.on : text.off}
          </span>
          {on && <span className="tabular pl-3 text-xs text-mute">{text.since(data.since)}</span>}
        </p>
        <p>{text.secondLine}</p>
        {on && (
          <p className={data.recoveryLeft <= fewCodes ? 'text-gold' : 'text-mute'}>
            {text.left(data.recoveryLeft)} {data.recoveryLeft <= fewCodes && text.leftFew}
          </p>
        )}
        {on && <p className="text-xs text-mute">{text.lost}</p>}
      </div>
      <div className="flex flex-wrap gap-3 h5:grid h5:w-full h5:grid-cols-2">
        {on ? (
          <>
            <Button look="line" onClick={() => setStep('renew')}>
              {text.renew}
            </Button>
            <Button look="line" onClick={() => setStep('off')}>
              {text.turnOff}
            </Button>
          </>
        ) : (
          <Button className="h5:col-span-2" onClick={() => setStep('on')}>
            {text.turnOn}
          </Button>
        )}
      </div>
      {step && (
        <Optional>
          <SecondDialog step={step} onClose={() => setStep(null)} />
        </Optional>
      )}
    </div>
  )
}
