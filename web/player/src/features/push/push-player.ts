/** Which player switched web push on in this browser. It is small and alone, for every page asks it. */
const place = 'pushPlayer'

export const keepPushPlayer = (player: string) => localStorage.setItem(place, player)
export const forgetPushPlayer = () => localStorage.removeItem(place)
export const isPushPlayer = (player: string) => player !== '' && localStorage.getItem(place) === player
