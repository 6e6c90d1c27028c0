import { boot } from '@shared/boot'
import { siteForm } from '../../ui/site-form'
import type { HomeLobby, Win } from './lobby-queries'
import { useLobbyText } from './use-lobby-text'
import { WinRow, winKey } from './win-row'

const shown = () => (siteForm() === 'h5' ? { latest: 5, largest: 3 } : { latest: 10, largest: 5 })

/** Players' wins: the latest, and the largest of the week. The demo says that the money is not real. */
export function Wins({ lobby }: { lobby: HomeLobby | undefined }) {
  const text = useLobbyText()
  const { latest, largest } = shown()
  return (
    <section aria-label={text.wins}>
      <div className="grid grid-cols-3 gap-4 h5:grid-cols-1">
        <div className="panel col-span-2 px-5 py-4 h5:col-span-1 h5:px-4">
          <Heading title={text.wins} />
          <List wins={lobby?.latest} places={latest} columns="grid-cols-2 gap-x-8 h5:grid-cols-1" />
        </div>
        <div className="panel px-5 py-4 h5:px-4">
          <Heading title={text.largest} />
          <List wins={lobby?.largest} places={largest} columns="grid-cols-1" large />
        </div>
      </div>
      {boot.demo && <p className="pt-2 text-xs text-mute">{text.demoWins}</p>}
    </section>
  )
}

const Heading = ({ title }: { title: string }) => <h2 className="pb-1.5 font-semibold text-gold-soft">{title}</h2>

/** Its rows have their places before they are there. */
function List({
  wins,
  places,
  columns,
  large = false,
}: {
  wins: Win[] | undefined
  places: number
  columns: string
  large?: boolean
}) {
  const text = useLobbyText()
  const list = wins?.slice(0, places) ?? []
  if (wins && list.length === 0) {
    return <p className="grid h-50 place-items-center text-sm text-mute h5:h-30">{text.winsNone}</p>
  }
  return (
    <ol className={`grid ${columns}`}>
      {list.map((win, place) => (
        <WinRow key={winKey(win, place)} win={win} large={large} className="h-10 h5:h-11" />
      ))}
      {Array.from({ length: places - list.length }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the places are all alike and have no id
        <li key={`place-${place}`} aria-hidden="true" className="h-10 h5:h-11" />
      ))}
    </ol>
  )
}
