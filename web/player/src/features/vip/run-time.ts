/** The parts of a run's time that rules speak of, from YYYY-MM-DD HH:mm:ss; a time without a form has none. Sunday is 0. */
export function runTime(time: string): { weekday: number; date: number; clock: string } | undefined {
  const [day = '', clock = ''] = time.split(' ')
  const at = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(at.getTime())) return undefined
  return { weekday: at.getUTCDay(), date: at.getUTCDate(), clock: clock.slice(0, 5) }
}
