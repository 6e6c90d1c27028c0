import { alarm } from './alarm'
import { bank } from './bank'
import { cases } from './cases'
import { coin } from './coin'
import { common } from './common'
import { content } from './content'
import { earning } from './earning'
import { fund } from './fund'
import { games } from './games'
import { gate } from './gate'
import { money } from './money'
import { payout } from './payout'
import { people } from './people'
import { picks } from './picks'
import { promo } from './promo'
import { reconcile } from './reconcile'
import { rights } from './rights'
import { second } from './second'
import { setting } from './setting'
import { tickets } from './tickets'
import { upload } from './upload'
import { vip } from './vip'

/** text is every word the back office shows: Simplified Chinese, complete. */
export const text = {
  ...common,
  ...money,
  ...earning,
  ...cases,
  ...tickets,
  ...bank,
  ...people,
  ...rights,
  ...alarm,
  ...picks,
  ...reconcile,
  ...second,
  ...gate,
  ...fund,
  ...vip,
  ...promo,
  ...coin,
  ...payout,
  ...setting,
  ...content,
  ...games,
  ...upload,
} as const
