/** The player's row of the home page, for whatever changes it. */
export const homeMineKey = ['homeMine']

const doneKey = 'firstSteps'

/** Whether this browser knows that a player has done the first steps, so that their line needs no room. */
export const stepsOver = (player: string) => localStorage.getItem(doneKey) === player

export const keepStepsOver = (player: string) => localStorage.setItem(doneKey, player)
