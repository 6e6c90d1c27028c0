import { boot } from '@shared/boot'

/** The operator's mark, or the built-in one: a lantern cut like a coin. The name is beside it as text. */
export function LogoMark({ size = 36 }: { size?: number }) {
  if (boot.logo !== '')
    return <img src={boot.logo} alt="" width={size} height={size} decoding="sync" className="shrink-0 object-contain" />
  return (
    <svg width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <defs>
        <linearGradient id="logo-gold" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#f6dc9c" />
          <stop offset="1" stopColor="#c98f2f" />
        </linearGradient>
      </defs>
      <circle cx="20" cy="20" r="19" fill="#1a1204" stroke="url(#logo-gold)" strokeWidth="2" />
      <path d="M20 5c7 4 10 9 10 15s-3 11-10 15c-7-4-10-9-10-15S13 9 20 5Z" fill="url(#logo-gold)" />
      <path d="M20 5v30M10.4 17h19.2M10.4 23h19.2" stroke="#1a1204" strokeWidth="1.6" />
      <rect x="15.5" y="15.5" width="9" height="9" rx="1.5" fill="#1a1204" stroke="#f6dc9c" strokeWidth="1.2" />
    </svg>
  )
}
