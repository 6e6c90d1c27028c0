import { defineConfig } from '@playwright/test'

const chromium = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: !!process.env.CI,
  // A browser that was starved of its share of a busy machine gets a second chance; the report says flaky.
  retries: process.env.CI ? 1 : 0,
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
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    actionTimeout: 60_000,
    launchOptions: { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: chromium },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1366, height: 768 } } },
    {
      name: 'h5',
      testIgnore: /(staff-.*|safety-office)\.spec\.ts/,
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
    },
  ],
})
