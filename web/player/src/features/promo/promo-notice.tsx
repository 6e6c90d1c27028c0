import { usePromoText } from './use-promo-text'

/** Nothing of this page can be claimed yet, and it says so before anything else. */
export function PromoNotice({ className = '' }: { className?: string }) {
  const text = usePromoText()
  return (
    <p
      className={`flex items-start gap-2.5 rounded-xl border border-info/30 bg-info/8 px-4 py-2.5 text-sm leading-6 text-text ${className}`}
    >
      <svg width="18" height="18" viewBox="0 0 24 24" className="mt-0.75 shrink-0 fill-info" aria-hidden="true">
        <path d="M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20Zm1.2 15.2h-2.4v-6.6h2.4Zm0-8.4h-2.4V6.6h2.4Z" />
      </svg>
      {text.preview}
    </p>
  )
}
