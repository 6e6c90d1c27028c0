import { Dialog } from '../../ui/dialog'
import { FundRecords } from './fund-records'
import { useFundText } from './use-fund-text'

export type Face = 'rules' | 'records'

/** The rules or the records (FUND-03). The filters of the records live here: closing forgets them. */
export default function FundDialog({ face, onClose }: { face: Face; onClose: () => void }) {
  const text = useFundText()
  return face === 'rules' ? (
    <Dialog title={text.rulesTitle} onClose={onClose}>
      <Rules />
    </Dialog>
  ) : (
    <Dialog title={text.recordsTitle} onClose={onClose} wide>
      <FundRecords />
    </Dialog>
  )
}

function Rules() {
  const text = useFundText()
  return (
    <div className="space-y-5">
      {text.rules.map((rule) => (
        <section key={rule.title}>
          <h3 className="font-semibold text-gold-soft">{rule.title}</h3>
          <ul className="list-disc space-y-1.5 pt-1.5 pl-5 marker:text-gold">
            {rule.lines.map((line) => (
              <li key={line} className="leading-7 text-pretty text-soft">
                {line}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
