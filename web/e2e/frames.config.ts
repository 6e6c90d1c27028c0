import base from './playwright.config'

/** `make frames`: how many frames a second the games draw on a processor alone. A measurement, so one at a time and not among the tests. */
export default {
  ...base,
  testMatch: /.*\.frames\.ts/,
  workers: 1,
  retries: 0,
  projects: base.projects?.map((project) => ({ ...project, testIgnore: [] })),
}
