import { balanceQuery } from '@shared/api/queries'
import { clearLogin, useLogin } from '@shared/session'
import { useQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { launchHref, loginPath } from '../../paths'
import { toast } from '../../ui/toast'
import { boardTabs, boardVenueAt, boardVenues, highlightedTab, stateOf } from './board-venues'
import { useVenueText } from './use-venue-text'

export default function BoardPage() {
  const text = useVenueText()
  const { pathname } = useLocation()
  const venue = boardVenueAt(pathname)
  if (!venue) return null
  return (
    <>
      <section className="relative overflow-hidden border-b border-line">
        <img
          src="/art/board.svg"
          alt=""
          className="absolute inset-0 size-full object-cover object-right h5:object-[72%_50%] h5:opacity-70"
        />
        <div className="absolute inset-0 bg-linear-to-r from-ink/80 via-ink/25 to-transparent" />
        <div className="container-page relative flex min-h-[24rem] flex-col justify-center h5:min-h-60 h5:px-4">
          <h1 className="text-5xl font-bold tracking-wide text-gold-soft h5:text-3xl">{text.venue[venue.key].name}</h1>
          <p className="pt-2 text-xl h5:text-base">{text.venue[venue.key].line}</p>
          <LaunchButton />
        </div>
      </section>
      <div className="container-page space-y-8 pt-6 h5:space-y-5 h5:px-4 h5:pt-4">
        <nav aria-label={text.tabs}>
          <ul className="grid grid-cols-4 gap-3 h5:grid-cols-2 h5:gap-2">
            {boardTabs.map((key) => {
              const tab = boardVenues.find((v) => v.key === key)
              const here = highlightedTab(venue) === key
              return (
                tab && (
                  <li key={key}>
                    <Link
                      to={tab.path}
                      aria-current={here ? 'page' : undefined}
                      className={`flex min-h-16 items-center justify-center gap-3 rounded-xl border text-lg transition-colors h5:min-h-12 h5:text-base ${
                        here
                          ? 'border-gold bg-gold/12 font-semibold text-gold'
                          : 'border-line bg-panel text-soft hover:border-gold/60 hover:text-text'
                      }`}
                    >
                      <TileMark lit={here} />
                      {text.venue[key].name}
                    </Link>
                  </li>
                )
              )
            })}
          </ul>
        </nav>
        <p className="max-w-4xl leading-8 text-soft h5:leading-7">{text.intro}</p>
        <ul className="grid grid-cols-3 gap-4 h5:gap-2">
          {text.points.map((point) => (
            <li key={point.title} className="panel p-5 h5:p-3">
              <h2 className="font-semibold text-gold-soft h5:text-sm">{point.title}</h2>
              <p className="pt-1 text-sm text-soft h5:text-xs">{point.line}</p>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

/** A real link in a new tab (LNCH-04); a visitor is told to log in, and the login leads back here (LNCH-03). */
function LaunchButton() {
  const text = useVenueText()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { Ticket } = useLogin()
  const balance = useQuery({ ...balanceQuery, enabled: Ticket !== '' })
  const venue = boardVenueAt(pathname)
  if (!venue) return null
  const state = stateOf(venue, balance.data?.venues)
  // Nobody is led to a door that is shut (MNT-03).
  if (state !== 'open') {
    return (
      <p className="mt-8 w-fit rounded-lg border border-line bg-raised/90 px-6 py-3 text-soft h5:mt-5">
        {state === 'maintenance' ? text.inMaintenance : text.notOpen}
      </p>
    )
  }
  const onClick = (event: MouseEvent) => {
    if (Ticket) return
    event.preventDefault()
    toast('info', text.needLogin)
    window.setTimeout(() => {
      clearLogin()
      void navigate(loginPath(pathname))
    }, 2000)
  }
  return (
    <a
      href={launchHref(venue.launch)}
      target="_blank"
      rel="noreferrer"
      onClick={onClick}
      className="btn btn-gold mt-8 min-h-13 w-fit px-10 text-lg h5:mt-5 h5:min-h-12 h5:px-7"
    >
      {text.play}
      <span className="sr-only">{text.newTab}</span>
    </a>
  )
}

function TileMark({ lit }: { lit: boolean }) {
  return (
    <svg width="24" height="30" viewBox="0 0 24 30" fill="none" aria-hidden="true">
      <rect
        x="1"
        y="1"
        width="22"
        height="28"
        rx="4"
        fill={lit ? '#f4ecd8' : '#232a36'}
        stroke={lit ? '#e0b252' : '#465066'}
      />
      <circle cx="12" cy="9" r="3" fill={lit ? '#b8322a' : '#8d96a6'} />
      <circle cx="7.5" cy="20" r="3" fill={lit ? '#1f6b55' : '#8d96a6'} />
      <circle cx="16.5" cy="20" r="3" fill={lit ? '#1f6b55' : '#8d96a6'} />
    </svg>
  )
}
