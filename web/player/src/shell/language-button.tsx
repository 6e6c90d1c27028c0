import { chooseLanguage, language } from '@shared/language'

/** Changes the writing. Its own label is in the writing that it leads to. */
export function LanguageButton({ className }: { className: string }) {
  const other = language() === 'zh-TW' ? 'zh-CN' : 'zh-TW'
  return (
    <button
      type="button"
      lang={other === 'zh-TW' ? 'zh-Hant' : 'zh-Hans'}
      data-own-words
      className={className}
      onClick={() => chooseLanguage(other)}
    >
      {other === 'zh-TW' ? '繁體中文' : '简体中文'}
    </button>
  )
}
