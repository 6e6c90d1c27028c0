/** An issue without its lottery: day and number. */
export const shortIssue = (issue: string) => issue.split('-').slice(1).join('-')

export const clock = (seconds: number) =>
  `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
