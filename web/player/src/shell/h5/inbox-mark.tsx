import { InboxBell } from '../../features/inbox/inbox-bell'

/** The bell of the phone's top bar, for a player. */
export default function InboxMark() {
  return <InboxBell className="-mx-1 size-11" />
}
