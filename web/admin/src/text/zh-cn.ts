import { common } from './common'
import { money } from './money'
import { people } from './people'

/** text is every word the back office shows: Simplified Chinese, complete. */
export const text = { ...common, ...money, ...people } as const
