import { chooseLanguage, language } from '@shared/language'
import { useShellText } from './use-shell-text'

/** Changes the writing. Its own label is in the writing that it leads to. */
export function LanguageButton({ className }: { className: string }) {
  const text = useShellText()
  const other = language() === 'zh-TW' ? 'zh-CN' : 'zh-TW'
  return (
    <button
      type="button"
      lang={other === 'zh-TW' ? 'zh-Hant' : 'zh-Hans'}
      data-own-words
      className={className}
      onClick={() => chooseLanguage(other)}
    >
      {text.writing[other]}
    </button>
  )
}
