import { text } from '../../text/zh-cn'
import { ChannelStates } from './channel-states'
import { KindTabs, ofSite } from './kind-tabs'
import { SettingsComing } from './setting-coming'

/** PaymentsPage is how money comes and goes: methods, channels, gateways, accounts, and the rules of the cashier. */
export default function PaymentsPage() {
  return (
    <KindTabs
      title={text.setting.title}
      explain={text.setting.explain}
      shows={(kind) => !ofSite(kind)}
      more={[
        { key: 'channels', label: text.channels.title, children: <ChannelStates /> },
        { key: 'waiting', label: text.coming.title, children: <SettingsComing /> },
      ]}
    />
  )
}
