interface Props<Key extends string> {
  label: string
  options: { key: Key; title: string }[]
  chosen: Key
  onPick: (key: Key) => void
}

/** One of a few, all in view, such as a range of days. For more than five, or for long names, take tabs or a select. */
export function Segmented<Key extends string>({ label, options, chosen, onPick }: Props<Key>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's look and words
    <div role="group" aria-label={label} className="inline-flex rounded-lg border border-line bg-deep p-0.5">
      {options.map((option) => (
        <button
          key={option.key}
          type="button"
          aria-pressed={option.key === chosen}
          onClick={() => onPick(option.key)}
          className={`min-h-8 rounded-md px-4 text-sm whitespace-nowrap transition-colors h5:min-h-11 ${
            option.key === chosen ? 'bg-raised font-semibold text-gold shadow-low' : 'text-soft hover:text-text'
          }`}
        >
          {option.title}
        </button>
      ))}
    </div>
  )
}
