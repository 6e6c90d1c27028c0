import type { VipRunState, VipState } from '../../api/wire'
import type { Tone } from '../../ui/facts'

export const runTone: Record<VipRunState, Tone> = { open: 'processing', done: 'success', skipped: 'default' }
export const awardTone: Record<VipState, Tone> = { paid: 'success', withheld: 'warning', refused: 'error' }
