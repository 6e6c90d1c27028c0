import { useLogin } from '@shared/session'
import { loginPath, paths } from '../../paths'
import { Link } from '../../ui/link'
import { needed } from '../../ui/needed'
import { useAppText } from './use-app-text'

const DownloadQr = needed(() => import('./download-qr'), { waiting: null, small: true })

/** The code to scan, for those who are logged in (APP-01). Its place is the same size either way. */
export function QrPanel({ address, title }: { address: string; title: string }) {
  const text = useAppText()
  const { Ticket } = useLogin()
  return (
    <div className="flex items-center gap-5 h5:gap-4 max-[359px]:flex-col max-[359px]:text-center">
      <div
        className={`grid size-40 shrink-0 place-items-center rounded-xl ${Ticket ? 'bg-white' : 'border border-dashed border-line bg-deep'}`}
      >
        {Ticket ? <DownloadQr address={address} label={text.qrAlt(address)} /> : <Hidden />}
      </div>
      <div className="min-w-0">
        <h2 className="font-semibold">{title}</h2>
        {Ticket ? (
          <p className="pt-1 text-sm text-soft">{text.qrLine}</p>
        ) : (
          <>
            <p className="pt-1 text-sm text-soft">{text.qrLogin}</p>
            <Link to={loginPath(paths.appDownload)} className="btn btn-line mt-3 h5:min-h-11">
              {text.toLogin}
            </Link>
          </>
        )}
      </div>
    </div>
  )
}

/** A code that is not there yet: its three corners, and a lock. */
function Hidden() {
  return (
    <svg
      width="96"
      height="96"
      viewBox="0 0 96 96"
      fill="none"
      className="stroke-mute/70"
      strokeWidth="4"
      aria-hidden="true"
    >
      <rect x="6" y="6" width="26" height="26" rx="4" />
      <rect x="64" y="6" width="26" height="26" rx="4" />
      <rect x="6" y="64" width="26" height="26" rx="4" />
      <path d="M46 8v10M8 46h10M46 88v-8M88 46h-8M76 68h14M70 84h8M88 80v8" strokeLinecap="round" />
      <rect x="33" y="44" width="30" height="24" rx="5" className="fill-raised stroke-gold" strokeWidth="3" />
      <path d="M39 44v-6a9 9 0 0 1 18 0v6" className="stroke-gold" strokeWidth="3" />
    </svg>
  )
}
