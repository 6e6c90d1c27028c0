import { useSyncExternalStore } from 'react'

/**
 * The logged-in player, stored where the documented site stores it: loginInfo in local storage (ACC-12). An
 * empty ticket means logged out. Tabs share it, so logging out in one logs out the others.
 */
export interface LoginInfo {
  Ticket: string
  PlayerName: string
}

const nobody: LoginInfo = { Ticket: '', PlayerName: '' }
const key = 'loginInfo'

let cachedText: string | null = null
let cached: LoginInfo = nobody
let ticketOfThisTab = ''
const listeners = new Set<() => void>()

/** The present login; the same object until it changes. */
export function loginInfo(): LoginInfo {
  const text = localStorage.getItem(key)
  if (text !== cachedText) {
    cachedText = text
    cached = parse(text)
  }
  return cached
}

function parse(text: string | null): LoginInfo {
  if (!text) return nobody
  try {
    const stored = JSON.parse(text) as Partial<LoginInfo>
    return stored.Ticket ? { Ticket: stored.Ticket, PlayerName: stored.PlayerName ?? '' } : nobody
  } catch {
    return nobody
  }
}

export function keepLogin(login: LoginInfo): void {
  ticketOfThisTab = login.Ticket
  localStorage.setItem(key, JSON.stringify(login))
  tell()
}

/** Whether the present login was made in this tab, since its page was loaded. */
export const loggedInHere = (): boolean => loginInfo().Ticket === ticketOfThisTab

/** Forgets the login and everything kept about the player. */
export function clearLogin(): void {
  for (const name of [key, 'userInfo', 'gameList', 'launchAsked', 'gameOpened']) localStorage.removeItem(name)
  tell()
}

function tell(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

export function useLogin(): LoginInfo {
  return useSyncExternalStore(subscribe, loginInfo)
}

/** The username of the last login that asked to be remembered. Never a password (D-04). */
export const rememberedName = {
  get: () => localStorage.getItem('rememberPassword') ?? '',
  set: (name: string) =>
    name ? localStorage.setItem('rememberPassword', name) : localStorage.removeItem('rememberPassword'),
}
