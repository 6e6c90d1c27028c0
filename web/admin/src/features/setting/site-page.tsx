import { text } from '../../text/zh-cn'
import { KindTabs, ofSite } from './kind-tabs'

/** SitePage is what the site is and whom it serves: brand, age and regions, registration, captchas, weights of turnover. */
export default function SitePage() {
  return <KindTabs title={text.setting.siteTitle} explain={text.setting.siteExplain} shows={ofSite} more={[]} />
}
