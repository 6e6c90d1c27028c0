import type { ComponentType } from 'react'
import { useSearchParams } from 'react-router'
import { Card, Flex, Tabs } from '../../kit'
import { text } from '../../text/zh-cn'
import { AwardsTab } from './awards-tab'
import { DryTab } from './dry-tab'
import { RunsTab } from './runs-tab'
import { SettingsTab } from './settings-tab'
import { TablesTab } from './tables-tab'

const words = text.vip

type TabKey = keyof typeof words.tabs
const contents: Record<TabKey, ComponentType> = {
  runs: RunsTab,
  awards: AwardsTab,
  dry: DryTab,
  tables: TablesTab,
  settings: SettingsTab,
}
const tabs = Object.keys(contents) as TabKey[]

/** VipPage is both VIP programmes: when they run, what they brought and would bring, and what they work by. */
export default function VipPage() {
  const [params, setParams] = useSearchParams()
  const tab = tabs.find((key) => key === params.get('tab')) ?? 'runs'
  const Content = contents[tab]
  return (
    <Flex vertical gap={12}>
      <div>
        <h1 className="page-title">{words.title}</h1>
        <p className="muted page-explain">{words.explain}</p>
      </div>
      <Card size="small" styles={{ body: { paddingTop: 0 } }}>
        <Tabs
          aria-label={words.tabsLabel}
          activeKey={tab}
          onChange={(key) => setParams({ tab: key })}
          items={tabs.map((key) => ({ key, label: words.tabs[key] }))}
        />
        <Content key={tab} />
      </Card>
    </Flex>
  )
}
