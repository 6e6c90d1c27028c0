import { useSearchParams } from 'react-router'
import type { SettingKind } from '../../api/settings'
import type { Items } from '../../api/wire'
import { Flex, Tabs } from '../../kit'
import { text } from '../../text/zh-cn'
import { useDetail } from '../../ui/detail-drawer'
import { LoadFailed, LoadingRows } from '../../ui/states'
import { useNarrow } from '../../ui/use-narrow'
import { ChannelStates } from './channel-states'
import { SettingsComing } from './setting-coming'
import { SettingTab } from './setting-tab'

const words = text.setting

/** PaymentsPage is how money comes and goes: methods, channels, gateways, accounts, and the rules of the cashier. */
export default function PaymentsPage() {
  const kinds = useDetail<Items<SettingKind>>('/settings')
  const [query, setQuery] = useSearchParams()
  const narrow = useNarrow()
  const chosen = query.get('tab') ?? kinds.data?.items[0]?.kind
  return (
    <Flex vertical gap={12}>
      <div>
        <h1 className="page-title">{words.title}</h1>
        <p className="muted page-explain">{words.explain}</p>
      </div>
      {kinds.data ? (
        <Tabs
          activeKey={chosen}
          onChange={(tab) => setQuery({ tab })}
          // A row has no room for so many.
          tabPlacement={narrow ? 'top' : 'start'}
          destroyOnHidden
          items={[
            ...kinds.data.items.map(({ kind, title }) => ({
              key: kind,
              label: title,
              children: <SettingTab kind={kind} />,
            })),
            { key: 'channels', label: text.channels.title, children: <ChannelStates /> },
            { key: 'waiting', label: text.coming.title, children: <SettingsComing /> },
          ]}
        />
      ) : kinds.isPending ? (
        <LoadingRows rows={8} />
      ) : (
        <LoadFailed message={kinds.error?.message ?? ''} onRetry={() => kinds.refetch()} />
      )}
    </Flex>
  )
}
