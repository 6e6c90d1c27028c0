import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { SettingKind } from '../../api/settings'
import type { Items } from '../../api/wire'
import { Flex, Tabs } from '../../kit'
import { useDetail } from '../../ui/detail-drawer'
import { LoadFailed, LoadingRows } from '../../ui/states'
import { useNarrow } from '../../ui/use-narrow'
import { SettingTab } from './setting-tab'

/** The kinds of settings about the site itself; all others are about money and messages. */
export const ofSite = (kind: string) => /^(player|site|turnover)\./.test(kind)

interface KindTabsProps {
  title: string
  explain: string
  shows: (kind: string) => boolean
  more: { key: string; label: string; children: ReactNode }[]
}

/** KindTabs is a page of settings: a tab for each kind that it shows, and more. */
export function KindTabs({ title, explain, shows, more }: KindTabsProps) {
  const kinds = useDetail<Items<SettingKind>>('/settings')
  const [query, setQuery] = useSearchParams()
  const narrow = useNarrow()
  const shown = kinds.data?.items.filter(({ kind }) => shows(kind)) ?? []
  const chosen = query.get('tab') ?? shown[0]?.kind
  return (
    <Flex vertical gap={12}>
      <div>
        <h1 className="page-title">{title}</h1>
        <p className="muted page-explain">{explain}</p>
      </div>
      {kinds.data ? (
        <Tabs
          activeKey={chosen}
          onChange={(tab) => setQuery({ tab })}
          // A row has no room for so many.
          tabPlacement={narrow ? 'top' : 'start'}
          destroyOnHidden
          items={[
            ...shown.map(({ kind, title }) => ({
              key: kind,
              label: title,
              children: <SettingTab kind={kind} />,
            })),
            ...more,
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
