/** What this run plays: `all` is every page and case in both forms, `games` every game, otherwise a part of each. */
const scope = process.env.HONGYUN_E2E ?? ''

export const whole = scope === 'all'
export const everyGame = whole || scope === 'games'
