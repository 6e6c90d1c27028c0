import { cases } from './cases'
import { coin } from './coin'
import { common } from './common'
import { content } from './content'
import { fund } from './fund'
import { games } from './games'
import { gate } from './gate'
import { money } from './money'
import { people } from './people'
import { picks } from './picks'
import { promo } from './promo'
import { reconcile } from './reconcile'
import { tickets } from './tickets'
import { vip } from './vip'

/** text is every word the back office shows: Simplified Chinese, complete. */
export const text = {
  ...common,
  ...money,
  ...cases,
  ...tickets,
  ...people,
  ...picks,
  ...reconcile,
  ...gate,
  ...fund,
  ...vip,
  ...promo,
  ...coin,
  ...content,
  ...games,
} as const
