import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { usePwaText } from './use-pwa-text'

/** The steps that only the player can take: iOS and WeChat offer a site no button of its own. */
export default function InstallSheet({ way, onClose }: { way: 'ios' | 'wechat'; onClose: () => void }) {
  const text = usePwaText()
  const steps = way === 'ios' ? text.iosSteps : text.weChatSteps
  return (
    <Dialog title={way === 'ios' ? text.installTitle : text.weChatTitle} onClose={onClose}>
      {way === 'wechat' && <p className="pb-4 text-soft">{text.weChatLine}</p>}
      <ol className="space-y-3 pb-6">
        {steps.map((step, index) => (
          <li key={step} className="flex items-center gap-3">
            <span
              aria-hidden="true"
              className="tabular grid size-8 shrink-0 place-items-center rounded-full border border-gold/60 text-sm font-semibold text-gold"
            >
              {index + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
      <Button className="w-full" onClick={onClose}>
        {text.gotIt}
      </Button>
    </Dialog>
  )
}
