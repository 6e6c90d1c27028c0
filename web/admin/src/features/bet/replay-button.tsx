import { useState } from 'react'
import { post } from '../../api/client'
import type { Replay } from '../../api/wire'
import { App, Button } from '../../kit'
import { text } from '../../text/zh-cn'

const words = text.bet

/**
 * ReplayButton opens the vendor's page of a round. The window opens in the click itself, because browsers block one
 * that opens later; it closes again when there is no address.
 */
export function ReplayButton({ path }: { path: string }) {
  const { message } = App.useApp()
  const [asking, setAsking] = useState(false)
  const open = async () => {
    const page = window.open('about:blank', '_blank')
    setAsking(true)
    try {
      const { address } = await post<Replay>(`${path}/replay`, {})
      if (!/^https?:\/\//i.test(address)) throw new Error(words.replayFailed)
      if (page) {
        page.opener = null
        page.location.href = address
      } else window.location.assign(address)
    } catch (cause) {
      page?.close()
      message.error(cause instanceof Error ? cause.message : words.replayFailed)
    } finally {
      setAsking(false)
    }
  }
  return (
    <Button type="link" size="small" className="link-button" loading={asking} onClick={() => void open()}>
      {words.replayOpen}
    </Button>
  )
}
