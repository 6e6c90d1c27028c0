import type { Platform } from '../download'

/** How an operator may name the row of a system in the list of downloads. */
export const platformWords: Record<Platform, RegExp> = { ios: /ios|iphone|苹果/i, android: /android|安卓/i }
