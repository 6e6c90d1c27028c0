import { paths } from '../paths'

/** The account menu, in the documented order (NAV-10); security, the claim desk, invitations and limits, which are ours, stand last. */
export const accountLinks = [
  { key: 'profile', icon: 'profile', path: paths.profile },
  { key: 'deposit', icon: 'deposit', path: paths.deposit },
  { key: 'withdrawal', icon: 'withdrawal', path: paths.withdrawal },
  { key: 'transfer', icon: 'transfer', path: paths.transfer },
  { key: 'cashLog', icon: 'cashLog', path: paths.cashLog },
  { key: 'bankCard', icon: 'bankCard', path: paths.bankCard },
  { key: 'betRecord', icon: 'betRecord', path: paths.betRecord },
  { key: 'security', icon: 'shield', path: paths.security },
  { key: 'discount', icon: 'ticket', path: paths.discount },
  { key: 'referral', icon: 'invite', path: paths.referral },
  { key: 'inbox', icon: 'horn', path: paths.inbox },
  { key: 'supportDesk', icon: 'support', path: paths.support },
  { key: 'limits', icon: 'limits', path: paths.limits },
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
