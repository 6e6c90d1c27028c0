import { useLogin } from '@shared/session'
import { paths } from '../../paths'
import { Link } from '../../ui/link'
import { useHomeBelowText } from './use-home-below-text'

/** The site in the pocket (HOME-02). */
export function HomeApp() {
  const text = useHomeBelowText()
  const { Ticket } = useLogin()
  return (
    <section
      aria-labelledby="app"
      className="relative flex min-h-72 items-center overflow-hidden rounded-2xl border border-line bg-linear-to-r from-[#2b2417] via-[#211f1c] to-panel pr-96 pl-12 h5:min-h-0 h5:flex-col h5:items-start h5:px-5 h5:py-6"
    >
      <div className="relative">
        <h2 id="app" className="text-3xl font-semibold text-gold-soft h5:text-xl">
          {text.appTitle}
        </h2>
        <p className="max-w-xl pt-3 leading-7 not-h5:text-balance text-soft h5:max-w-[62%] h5:pt-2 h5:text-sm h5:leading-6">
          {text.appLine}
        </p>
        <ul className="flex gap-6 pt-4 text-sm text-text h5:hidden">
          {text.appPoints.map((point) => (
            <li key={point} className="flex items-center gap-2">
              <Tick />
              {point}
            </li>
          ))}
        </ul>
        <div className="flex gap-3 pt-6 h5:pt-4">
          <Link to={paths.appDownload} className="btn btn-line h5:min-h-11">
            {text.appLink}
          </Link>
          {!Ticket && (
            <Link to={paths.register} className="btn btn-gold h5:min-h-11">
              {text.start}
            </Link>
          )}
        </div>
      </div>
      <img
        src="/art/app-phone.svg"
        alt=""
        width="340"
        height="340"
        loading="lazy"
        decoding="async"
        className="absolute top-4 right-10 size-85 h5:top-1/2 h5:-right-7 h5:size-44 h5:-translate-y-1/2"
      />
    </section>
  )
}

function Tick() {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      className="stroke-gold"
      fill="none"
      strokeWidth="2"
      aria-hidden="true"
    >
      <path d="M3 8.5l3.2 3.2L13 5" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
