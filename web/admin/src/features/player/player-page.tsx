import { Suspense } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import type { Player } from '../../api/wire'
import { Card, Flex, Tabs } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { useDetail } from '../../ui/detail-drawer'
import { LoadFailed, LoadingRows } from '../../ui/states'
import { useSession } from '../session/session'
import { PlayerHead } from './player-head'
import { type TabKey, tabContents, tabsFor } from './tabs'

const words = text.player

export default function PlayerPage() {
  const { id = '' } = useParams()
  const player = useDetail<Player>(`/players/${id}`)
  if (player.isPending) return <LoadingRows />
  if (player.data === undefined) {
    return <LoadFailed message={player.error?.message ?? ''} onRetry={() => player.refetch()} />
  }
  return (
    <Flex vertical gap={12}>
      <div className="section-head">
        <h1 className="page-title">
          {words.title} {player.data.name}
        </h1>
        <Link to={paths.players}>{words.back}</Link>
      </div>
      <PlayerHead player={player.data} />
      <PlayerTabs player={player.data} />
    </Flex>
  )
}

/** The tab stands in the address; its filters and page too, and they are forgotten with the tab. */
function PlayerTabs({ player }: { player: Player }) {
  const { may } = useSession()
  const [params, setParams] = useSearchParams()
  const tabs = tabsFor(may)
  const tab: TabKey = tabs.find((key) => key === params.get('tab')) ?? 'wallets'
  const Content = tabContents[tab]
  return (
    <Card size="small" styles={{ body: { paddingTop: 0 } }}>
      <Tabs
        aria-label={words.tabsLabel}
        activeKey={tab}
        onChange={(key) => setParams({ tab: key })}
        items={tabs.map((key) => ({ key, label: words.tabs[key] }))}
      />
      <Suspense fallback={<LoadingRows />}>
        <Content key={tab} player={player} />
      </Suspense>
    </Card>
  )
}
