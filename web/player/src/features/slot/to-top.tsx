import { useEffect, useState } from 'react'
import { useSlotText } from './use-slot-text'

/** Back to the top of a long list, once two screens of it lie above. */
export function ToTop() {
  const text = useSlotText()
  const [far, setFar] = useState(false)
  useEffect(() => {
    const look = () => setFar(window.scrollY > 2 * window.innerHeight)
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  if (!far) return null
  const climb = () => {
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    window.scrollTo({ top: 0, behavior: still ? 'auto' : 'smooth' })
  }
  return (
    <button
      type="button"
      aria-label={text.toTop}
      onClick={climb}
      className="fixed right-4 bottom-[calc(5.25rem+env(safe-area-inset-bottom))] z-20 grid size-12 animate-fade place-items-center rounded-full border border-line bg-raised/95 text-gold shadow-lg shadow-black/50"
    >
      <svg
        width="22"
        height="22"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M5 5h14M12 20V10M7 14l5-5 5 5" />
      </svg>
    </button>
  )
}
