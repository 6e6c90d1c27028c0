import { paths } from '../paths'

/** The account menu, in the documented order (NAV-10); security, the claim desk, invitations and limits, which are ours, stand last. */
export const accountLinks = [
  { key: 'profile', path: paths.profile },
  { key: 'deposit', path: paths.deposit },
  { key: 'withdrawal', path: paths.withdrawal },
  { key: 'transfer', path: paths.transfer },
  { key: 'cashLog', path: paths.cashLog },
  { key: 'bankCard', path: paths.bankCard },
  { key: 'betRecord', path: paths.betRecord },
  { key: 'security', path: paths.security },
  { key: 'discount', path: paths.discount },
  { key: 'referral', path: paths.referral },
  { key: 'inbox', path: paths.inbox },
  { key: 'supportDesk', path: paths.support },
  { key: 'limits', path: paths.limits },
] as const

/** The entry a page belongs to: the pages of one bet record, and of a card, stand under one entry. */
export function accountEntryOf(pathname: string): string {
  const at = pathname.toLowerCase()
  if (at === paths.bindCard.toLowerCase()) return 'bankCard'
  return (
    accountLinks.find((link) => at.startsWith(link.path.toLowerCase()))?.key ??
    (at.startsWith('/baseinfo') ? 'profile' : '')
  )
}
