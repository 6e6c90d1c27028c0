import { lazyPart } from './shell/lazy-part'
import { siteForm } from './ui/site-form'

/** Every page, each in its own chunk; both layouts mount the same ones, but for two homes: neither loads the other's. */
export const HomePage = lazyPart(() =>
  siteForm() === 'h5' ? import('./shell/pages/home-phone') : import('./shell/pages/home-desktop'),
)
export const LoginPage = lazyPart(() => import('./features/player/login-page'))
export const RegisterPage = lazyPart(() => import('./features/player/register-page'))
export const ForgetPage = lazyPart(() => import('./features/player/forget-page'))
export const BaseInfoPage = lazyPart(() => import('./shell/pages/base-info-page'))
export const DepositPage = lazyPart(() => import('./features/cashier/deposit-page'))
export const WithdrawalPage = lazyPart(() => import('./shell/pages/withdrawal-page'))
export const BankCardPage = lazyPart(() => import('./features/cashier/bank-card-page'))
export const CashLogPage = lazyPart(() => import('./features/cashier/cash-log-page'))
export const TransferPage = lazyPart(() => import('./features/wallet/transfer-page'))
export const BetDaysPage = lazyPart(() => import('./features/bet/bet-days-page'))
export const BetVenuesPage = lazyPart(() => import('./features/bet/bet-venues-page'))
export const BetLinesPage = lazyPart(() => import('./features/bet/bet-lines-page'))
export const CategoryPage = lazyPart(() => import('./features/venue/category-page'))
export const SlotPage = lazyPart(() => import('./features/slot/slot-page'))
export const FishPage = lazyPart(() => import('./features/slot/fish-page'))
export const GotoPage = lazyPart(() => import('./features/venue/goto-page'))
export const PromoListPage = lazyPart(() => import('./features/promo/promo-list-page'))
export const PromoDetailPage = lazyPart(() => import('./features/promo/promo-detail-page'))
export const DiscountPage = lazyPart(() => import('./features/promo/discount-page'))
export const AppDownloadPage = lazyPart(() => import('./features/app/app-download-page'))
export const DownAppPage = lazyPart(() => import('./features/app/down-app-page'))
export const ProgrammePage = lazyPart(() => import('./shell/pages/programme-page'))
export const ArticlePage = lazyPart(() => import('./shell/pages/article-page'))
export const FramePage = lazyPart(() => import('./features/content/frame-page'))
export const NotFoundPage = lazyPart(() => import('./shell/pages/not-found-page'))
export const MaintainPage = lazyPart(() => import('./shell/pages/maintain-page'))
export const MinePage = lazyPart(() => import('./shell/h5/mine-page'))
