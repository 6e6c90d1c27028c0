import { useEffect, useRef } from 'react'

interface Props<Key extends string> {
  label: string
  tabs: { key: Key; title: string }[]
  active: Key
  onPick: (key: Key) => void
}

/** Tabs that filter the content below: toggle buttons, one pressed. */
export function TabBar<Key extends string>({ label, tabs, active, onPick }: Props<Key>) {
  const bar = useRef<HTMLDivElement>(null)
  // On a phone the tab that is on may stand beyond the edge.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab that is on is what moves the bar
  useEffect(() => {
    const on = bar.current?.querySelector<HTMLElement>('[aria-pressed="true"]')
    if (!bar.current || !on) return
    const beyond = on.offsetLeft + on.offsetWidth - bar.current.offsetLeft - bar.current.clientWidth
    if (beyond > bar.current.scrollLeft) bar.current.scrollLeft = beyond
  }, [active])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's look and words
    <div
      ref={bar}
      role="group"
      aria-label={label}
      className="flex gap-1 overflow-x-auto border-b border-line px-3 h5:px-1"
    >
      {tabs.map((tab) => (
        <button
          key={tab.key}
          type="button"
          aria-pressed={tab.key === active}
          onClick={() => onPick(tab.key)}
          // The bar cuts off what leaves it: the mark of the focus lies within the tab.
          className={`min-h-12 shrink-0 border-b-2 px-4 text-body -outline-offset-2 h5:px-3.5 ${
            tab.key === active ? 'border-gold font-semibold text-gold' : 'border-transparent text-soft hover:text-text'
          }`}
        >
          {tab.title}
        </button>
      ))}
    </div>
  )
}
