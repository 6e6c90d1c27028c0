import { useLogin } from '@shared/session'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths'
import { type Category, CategoryIcon } from '../../ui/art/category-icon'
import { Carousel } from './carousel'
import { hotNoticesQuery } from './content-queries'
import { Ticker } from './ticker'
import { useContentText } from './use-content-text'

const NoticeDialog = lazy(() => import('./notice-dialog'))

const tiles: { category: Category; path: string; open: boolean }[] = [
  { category: 'board', path: paths.board01, open: true },
  { category: 'sport', path: paths.sport05, open: false },
  { category: 'live', path: paths.live03, open: false },
  { category: 'fish', path: paths.fish, open: false },
  { category: 'slot', path: paths.slots, open: false },
  { category: 'esport', path: paths.esports, open: false },
  { category: 'lottery', path: paths.lottery02, open: false },
]

export default function HomePage() {
  const text = useContentText()
  return (
    <>
      <Carousel />
      <Ticker />
      <HotNotices />
      <div className="container-page space-y-14 pt-10 h5:space-y-8 h5:px-4 h5:pt-6">
        <section aria-labelledby="categories">
          <div className="mb-5 flex items-baseline gap-4 h5:mb-3">
            <h2 id="categories" className="text-2xl font-semibold h5:text-lg">
              {text.categories}
            </h2>
            <p className="text-mute h5:text-sm">{text.categoryLine}</p>
          </div>
          <ul className="grid grid-cols-4 gap-4 h5:grid-cols-3 h5:gap-2.5">
            {tiles.map((tile) => (
              <Tile key={tile.category} {...tile} />
            ))}
          </ul>
        </section>
        <AppPromo />
        <section aria-labelledby="advantages">
          <h2 id="advantages" className="mb-5 text-2xl font-semibold h5:mb-3 h5:text-lg">
            {text.advantages}
          </h2>
          <ul className="grid grid-cols-4 gap-4 h5:grid-cols-2 h5:gap-2.5">
            {text.advantage.map((item, index) => (
              <li key={item.title} className="panel p-6 h5:p-4">
                <span className="tabular text-3xl font-light text-gold/80 h5:text-2xl">0{index + 1}</span>
                <h3 className="pt-2 font-semibold">{item.title}</h3>
                <p className="pt-1 text-sm text-soft">{item.line}</p>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </>
  )
}

function Tile({ category, path, open }: { category: Category; path: string; open: boolean }) {
  const text = useContentText()
  return (
    <li className={open ? 'col-span-2 h5:col-span-3' : ''}>
      <Link
        to={path}
        className={`panel group relative flex h-36 items-center gap-5 overflow-hidden px-6 transition-colors hover:border-gold ${
          open ? 'h5:h-28' : 'h5:h-28 h5:flex-col h5:justify-center h5:gap-1.5 h5:px-2'
        }`}
      >
        {open && (
          <img
            src="/art/board.svg"
            alt=""
            className="absolute inset-0 size-full object-cover object-right transition-transform duration-300 group-hover:scale-103"
          />
        )}
        <span className="relative shrink-0 transition-transform group-hover:-translate-y-0.5">
          <CategoryIcon category={category} size={52} />
        </span>
        <span className={`relative ${open ? '' : 'h5:text-center'}`}>
          <span className="block text-lg font-semibold h5:text-sm">{text.category[category]}</span>
          <span className={`text-sm h5:text-xs ${open ? 'text-gold' : 'text-mute'}`}>
            {open ? text.open : text.soon}
          </span>
        </span>
      </Link>
    </li>
  )
}

function AppPromo() {
  const text = useContentText()
  const { Ticket } = useLogin()
  return (
    <section className="panel flex items-center justify-between gap-8 overflow-hidden bg-linear-to-r from-[#2b2417] to-panel px-10 py-8 h5:flex-col h5:items-start h5:gap-4 h5:p-5">
      <div>
        <h2 className="text-xl font-semibold text-gold-soft h5:text-lg">{text.appTitle}</h2>
        <p className="pt-1.5 text-soft h5:text-sm">{text.appLine}</p>
      </div>
      <div className="flex shrink-0 gap-3">
        <Link to={paths.appDownload} className="btn btn-line h5:min-h-11">
          {text.appLink}
        </Link>
        <Link to={Ticket ? paths.board01 : paths.register} className="btn btn-gold h5:min-h-11">
          {Ticket ? text.toBoard : text.start}
        </Link>
      </div>
    </section>
  )
}

const closedKey = 'closeAttention'

/** Hot announcements, until they are closed; a new one opens the popup again (HOME-04). */
function HotNotices() {
  const { data } = useQuery({ ...hotNoticesQuery, retry: false })
  const ids = (data ?? []).map((notice) => notice.id).join(',')
  const [closed, setClosed] = useState(sessionStorage.getItem(closedKey) ?? '')
  if (!data || data.length === 0 || closed === ids) return null
  return (
    <Suspense>
      <NoticeDialog
        notices={data}
        onClose={() => {
          sessionStorage.setItem(closedKey, ids)
          setClosed(ids)
        }}
      />
    </Suspense>
  )
}
