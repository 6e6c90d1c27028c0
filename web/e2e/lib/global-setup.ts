import { startDemo } from './demo'

/** Starts the house that the tests share, and hands its addresses to them in HONGYUN_READY. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const { ready, stop } = await startDemo()
  process.env.HONGYUN_READY = ready
  return stop
}
