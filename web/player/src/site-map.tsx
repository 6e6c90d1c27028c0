import type { ReactNode } from 'react'
import * as pages from './pages'
import { paths } from './paths'
import type { ShellText } from './shell/text/zh-cn'
import type { Category } from './ui/art/category-icon'

export interface SitePage {
  path: string
  page: ReactNode
  /** The text of the phone's title bar; without one it shows the site's name. */
  title?: (text: ShellText) => string
  /** Pages that fill the window have no bars; account pages want a login, and on the desktop the account's menu. */
  place?: 'alone' | 'member' | 'account'
}

/** Pages of one kind of game: the same page, which reads from its address which venue it shows. */
const games = (paths: string[], category: Category): SitePage[] =>
  paths.map((path) => ({ path, page: <pages.CategoryPage />, title: (text) => text[category] }))

/** Every page of the site, for both forms: the desktop and the phone lay out the same pages (NAV-02, NAV-11). */
export const siteMap: SitePage[] = [
  { path: paths.goto, page: <pages.GotoPage />, place: 'alone' },
  { path: paths.frame, page: <pages.FramePage />, place: 'alone' },
  { path: paths.home, page: <pages.HomePage /> },
  { path: paths.login, page: <pages.LoginPage />, title: (text) => text.login },
  { path: paths.register, page: <pages.RegisterPage />, title: (text) => text.register },
  { path: paths.forget, page: <pages.ForgetPage />, title: (text) => text.pages.forget },

  ...games(
    [
      paths.sport01,
      paths.sport02,
      paths.sport03,
      paths.sport04,
      paths.sport05,
      paths.sportIm,
      paths.sportBti,
      paths.xiaojin,
    ],
    'sport',
  ),
  ...games([paths.live01, paths.live02, paths.live03], 'live'),
  { path: paths.fish, page: <pages.FishPage />, title: (text) => text.fish },
  { path: paths.slots, page: <pages.SlotPage />, title: (text) => text.slot },
  { path: paths.slotsOf, page: <pages.SlotPage />, title: (text) => text.slot },
  { path: paths.game, page: <pages.GamePage />, title: (text) => text.pages.game },
  ...games([paths.esports], 'esport'),
  ...games([paths.lottery00, paths.lottery01, paths.lottery02], 'lottery'),
  ...games([paths.board01, paths.board02, paths.board03, paths.board04, paths.board05], 'board'),

  { path: paths.activity, page: <pages.PromoListPage />, title: (text) => text.pages.activity },
  { path: paths.activityItem, page: <pages.PromoDetailPage />, title: (text) => text.pages.activity },
  { path: paths.downApp, page: <pages.DownAppPage />, title: (text) => text.pages.downApp },
  { path: paths.appDownload, page: <pages.AppDownloadPage />, title: (text) => text.pages.downApp },
  { path: paths.discount, page: <pages.DiscountPage />, title: (text) => text.discount, place: 'account' },
  // The fund is no page for visitors, and not among those they may see (ACC-15); VIP-01 says the same of its own.
  { path: paths.vip, page: <pages.VipPage />, title: (text) => text.pages.vip, place: 'member' },
  { path: paths.fund, page: <pages.FundPage />, title: (text) => text.pages.fund, place: 'member' },

  { path: paths.help, page: <pages.HelpPage />, title: (text) => text.help },
  { path: paths.helpArticle, page: <pages.HelpPage />, title: (text) => text.help },
  { path: paths.toolsAccount, page: <pages.ArticlePage />, title: (text) => text.aboutAccount },
  { path: paths.toolsGambling, page: <pages.ArticlePage />, title: (text) => text.aboutGambling },
  { path: paths.toolsPrivacy, page: <pages.ArticlePage />, title: (text) => text.aboutPrivacy },
  { path: paths.toolsRules, page: <pages.ArticlePage />, title: (text) => text.aboutRules },
  { path: paths.toolsContact, page: <pages.ArticlePage />, title: (text) => text.aboutContact },
  { path: paths.agent, page: <pages.ArticlePage />, title: (text) => text.agent },
  { path: paths.maintain, page: <pages.MaintainPage /> },

  { path: paths.deposit, page: <pages.DepositPage />, title: (text) => text.deposit, place: 'account' },
  { path: paths.withdrawal, page: <pages.WithdrawalPage />, title: (text) => text.withdrawal, place: 'account' },
  { path: paths.transfer, page: <pages.TransferPage />, title: (text) => text.transfer, place: 'account' },
  { path: paths.cashLog, page: <pages.CashLogPage />, title: (text) => text.cashLog, place: 'account' },
  { path: paths.betRecord, page: <pages.BetDaysPage />, title: (text) => text.betRecord, place: 'account' },
  { path: paths.betRecordPlatform, page: <pages.BetVenuesPage />, title: (text) => text.betRecord, place: 'account' },
  { path: paths.betRecordDetail, page: <pages.BetLinesPage />, title: (text) => text.betRecord, place: 'account' },
  { path: paths.bankCard, page: <pages.BankCardPage />, title: (text) => text.bankCard, place: 'account' },
  { path: paths.security, page: <pages.SecurityPage />, title: (text) => text.security, place: 'account' },
  { path: paths.referral, page: <pages.ReferralPage />, title: (text) => text.referral, place: 'account' },
  { path: paths.inbox, page: <pages.InboxPage />, title: (text) => text.inbox, place: 'account' },
  { path: paths.support, page: <pages.SupportPage />, title: (text) => text.supportDesk, place: 'account' },
  { path: paths.supportTicket, page: <pages.SupportPage />, title: (text) => text.supportDesk, place: 'account' },
  { path: paths.limits, page: <pages.LimitsPage />, title: (text) => text.limits, place: 'account' },
  { path: paths.baseInfo, page: <pages.BaseInfoPage />, title: (text) => text.profile, place: 'account' },
]
