import base from './playwright.config'

/** `make screenshots`: every page in every state, desktop and phone, as pictures in screenshots/. No test, nothing is compared. */
export default {
  ...base,
  testMatch: /.*\.shots\.ts/,
  retries: 0,
  projects: base.projects?.map((project) => ({ ...project, testIgnore: [] })),
}
