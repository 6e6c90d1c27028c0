import { defineConfig } from '@playwright/test'
import flags from './lib/chromium-flags.json' with { type: 'json' }
import { everyGame, whole } from './lib/scope'

/**
 * `make e2e-all` runs every test in both forms. `make test` runs the tests below in one form, for what they prove is the
 * server's or the same code in both; the other form of each page is opened by routes.spec.ts, in turn.
 */
const desktopOnly = /(staff-.*|safety-office|accountant|keyboard)\.spec\.ts/
const onceOnDesktop = whole
  ? []
  : [/(usdt|vip|wrong-inputs|safety|pay-styles)\.spec\.ts/, ...(everyGame ? [] : [/venues\.spec\.ts/])]
const onceOnPhone = whole ? [] : [/(promo|limits|session|phone)\.spec\.ts/]

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: !!process.env.CI,
  // Patience for a machine three or four times slower than ours: these end a test that hangs and measure nothing.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  // One house for all tests: bin/demo, started before the first and stopped after the last.
  globalSetup: './lib/global-setup.ts',
  use: {
    locale: 'zh-CN',
    // Answers of the service worker would be seen by no test; the one about it lets it in.
    serviceWorkers: 'block',
    timezoneId: 'Asia/Shanghai',
    // A trace of every test takes a tenth of the processor, and a film as long as the tests: ask for them with --trace.
    screenshot: 'only-on-failure',
    actionTimeout: 60_000,
    launchOptions: { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: flags },
  },
  projects: [
    { name: 'desktop', testIgnore: onceOnPhone, use: { viewport: { width: 1366, height: 768 } } },
    {
      name: 'h5',
      testIgnore: [desktopOnly, ...onceOnDesktop],
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
    },
  ],
})
