import { createContext, useContext } from 'react'
import { text } from './text'

/** The platform's address to which this session leads back; '' where it has none, as for visitors. */
export const BackContext = createContext('')

/** The server's sentence when the balance is too small. */
const shortWords = '余额不足'
export const isShort = (message: string) => message === shortWords

/** A page of the platform, from the address that leads back to it. */
export function platformPage(back: string, page: 'Transfer' | 'Deposit'): string {
  if (!URL.canParse(back)) return back
  const address = new URL(back)
  address.hash = `#/${page}`
  return address.href
}

/** The ways to more money: from the centre wallet, or into it. */
export function MoneyLinks({ className = '' }: { className?: string }) {
  const back = useContext(BackContext)
  if (!back) return null
  return (
    <>
      <a className={className} href={platformPage(back, 'Transfer')}>
        {text.getMoney}
      </a>
      <a className={className} href={platformPage(back, 'Deposit')}>
        {text.deposit}
      </a>
    </>
  )
}

/** A game's note under its buttons; a balance that is too small comes with the ways to more. */
export function Note({ message }: { message: string }) {
  if (!isShort(message)) return message
  return (
    <>
      {text.short}{' '}
      <span className="money-links">
        <MoneyLinks className="money-link" />
      </span>
    </>
  )
}
