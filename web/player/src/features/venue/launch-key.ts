import { uuid } from '@shared/ids'

const kept = 'launchKeys'

type Keys = Record<string, string>

function read(): Keys {
  try {
    return (JSON.parse(sessionStorage.getItem(kept) ?? '{}') as Keys | null) ?? {}
  } catch {
    return {}
  }
}

/**
 * The key of the launch this tab is making at an address. It is kept until the server has answered, also
 * across a reload. Until then it is unknown whether money went along, and the same key brings it once
 * (H-251).
 */
export function launchKey(address: string, clicked = ''): string {
  const keys = read()
  const key = keys[address] ?? (clicked || uuid())
  sessionStorage.setItem(kept, JSON.stringify({ ...keys, [address]: key }))
  return key
}

/** The server has answered: the next launch at the address is a new one. */
export function spendLaunchKey(address: string): void {
  const { [address]: _, ...others } = read()
  sessionStorage.setItem(kept, JSON.stringify(others))
}
