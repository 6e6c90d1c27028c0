import { api } from '@shared/api/player-client'
import { queryOptions } from '@tanstack/react-query'
import { forgetPushPlayer, keepPushPlayer } from './push-player'

export const pushKey = ['push']

/** Web push in this browser. "off" and "on" are the server's word; the others are the browser's. */
export type PushState = 'closed' | 'unsupported' | 'blocked' | 'off' | 'on'

/** Why web push could not be switched on, beside what the server says. */
export class PushFailure extends Error {
  constructor(readonly reason: 'notAsked' | 'blocked' | 'noService') {
    super(reason)
  }
}

const canPush = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The longest time in milliseconds until the worker is there, which registers some seconds after the page. */
const workerMs = 10_000

async function workerReady(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_, fail) => setTimeout(() => fail(new Error('no worker')), workerMs))
  return Promise.race([navigator.serviceWorker.ready, late])
}

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

const ask = async (endpoint: string, signal?: AbortSignal) =>
  (await api.call('POST /v1/Select/PushState', { endpoint }, signal ? { signal } : {})).Data

export const pushQuery = queryOptions({
  queryKey: pushKey,
  queryFn: async ({ signal }): Promise<{ state: PushState; key: string }> => {
    const able = canPush()
    const own = able ? await subscription() : null
    const { Open: open, Key: key, On: on } = await ask(own?.endpoint ?? '', signal)
    if (!open) return { state: 'closed', key }
    if (!able) return { state: 'unsupported', key }
    if (Notification.permission === 'denied') return { state: 'blocked', key }
    return { state: on && Notification.permission === 'granted' ? 'on' : 'off', key }
  },
})

/** Asks for the permission, so it is called by a tap of the player and by nothing else. */
export async function turnOn(key: string, player: string): Promise<void> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') throw new PushFailure(permission === 'denied' ? 'blocked' : 'notAsked')
  const own = await subscribe(key)
  try {
    await register(own)
  } catch (refused) {
    await own.unsubscribe()
    throw refused
  }
  keepPushPlayer(player)
}

/** The server first: where it does not answer, the switch stays on and says why. */
export async function turnOff(): Promise<void> {
  const own = await subscription()
  if (own) {
    await api.call('POST /v1/Do/PushOffAction', { endpoint: own.endpoint })
    await own.unsubscribe()
  }
  forgetPushPlayer()
}

/** At a logout: the server has ended web push with the login, and the browser forgets its address. */
export async function dropPush(): Promise<void> {
  forgetPushPlayer()
  if (canPush()) await (await subscription())?.unsubscribe()
}

/**
 * A login ran out and its player logged in again, or the browser got another address: web push goes on. Nobody is
 * asked, and nothing happens for a player who did not switch it on in this browser.
 */
export async function renewPush(): Promise<void> {
  if (!canPush() || Notification.permission !== 'granted') return
  const own = await subscription()
  if (!own) return
  const { Open: open, On: on } = await ask(own.endpoint)
  if (open && !on) await register(own)
}

async function subscribe(key: string): Promise<PushSubscription> {
  try {
    const { pushManager } = await workerReady()
    const wanted = { userVisibleOnly: true, applicationServerKey: key }
    const before = await pushManager.getSubscription()
    if (!before) return await pushManager.subscribe(wanted)
    // One that is bound to an older key is of no use: it is replaced.
    return await pushManager.subscribe(wanted).catch(async () => {
      await before.unsubscribe()
      return pushManager.subscribe(wanted)
    })
  } catch {
    throw new PushFailure('noService')
  }
}

async function register(own: PushSubscription): Promise<void> {
  const { p256dh = '', auth = '' } = own.toJSON().keys ?? {}
  await api.call('POST /v1/Do/PushOnAction', { endpoint: own.endpoint, p256dh, auth })
}
