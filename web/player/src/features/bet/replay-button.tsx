import { api } from '@shared/api/player-client'
import { useState } from 'react'
import { openLater } from '../../ui/open-later'
import { toast } from '../../ui/toast'
import { useBetText } from './use-bet-text'

/** Opens the venue's page of a finished round in a new window. */
export function ReplayButton({ gameType, order }: { gameType: string; order: string }) {
  const own = useBetText().detail
  const [busy, setBusy] = useState(false)
  const open = async () => {
    setBusy(true)
    try {
      const opened = await openLater(
        async () =>
          (await api.call('POST /v1/Select/BetReplay', { GameType: gameType, BetOrdersn: order })).Data.Address,
      )
      if (!opened) toast('error', own.replayFailed)
    } catch (cause) {
      toast('error', cause instanceof Error && cause.message ? cause.message : own.replayFailed)
    } finally {
      setBusy(false)
    }
  }
  return (
    <button
      type="button"
      className="text-gold underline underline-offset-4 disabled:opacity-60"
      disabled={busy}
      onClick={() => void open()}
    >
      {busy ? own.replayOpening : own.replayOpen}
    </button>
  )
}
