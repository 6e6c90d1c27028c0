import { boot } from '@shared/boot'
import { switchForm } from './choose-form'
import { Clock } from './clock'
import { LanguageButtons } from './language-buttons'
import { barShiftPx } from './use-scrolled'
import { useShellText } from './use-shell-text'
import { useSupport } from './use-support'

/** The bar that slides away once the page is scrolled (NAV-05). */
export function TopInfoBar() {
  const text = useShellText()
  const support = useSupport()
  return (
    <div className="border-b border-line/60 bg-deep text-xs text-soft" style={{ height: barShiftPx }}>
      <div className="container-page flex h-full items-center justify-between gap-6">
        <div className="flex items-center gap-4">
          <Clock />
          {boot.demo && <span className="text-gold-soft">{text.playMoneyLong}</span>}
        </div>
        <div className="flex items-center gap-5">
          <LanguageButtons className="h-6" />
          <button type="button" className="h-6 hover:text-gold" onClick={() => switchForm('h5')}>
            {text.h5Site}
          </button>
          <button type="button" className="h-6 hover:text-gold" onClick={() => void support()}>
            {text.support}
          </button>
        </div>
      </div>
    </div>
  )
}
