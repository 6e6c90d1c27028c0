import { chooseLanguage, language, languages } from '@shared/language'
import { useShellText } from './use-shell-text'

/** The choice between the languages of the site. Each has its name in itself: whoever reads it finds it on any page. */
export function LanguageButtons({ className }: { className: string }) {
  const text = useShellText()
  const now = language()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's look and words
    <span role="group" aria-label={text.language} className="inline-flex items-center">
      {languages.map(({ key, lang, name }) => (
        <button
          key={key}
          type="button"
          lang={lang}
          data-own-words
          aria-pressed={key === now}
          className={`px-1.5 whitespace-nowrap h5:min-w-11 hover:text-gold aria-pressed:text-gold-soft ${className}`}
          onClick={() => key !== now && chooseLanguage(key)}
        >
          {name}
        </button>
      ))}
    </span>
  )
}
