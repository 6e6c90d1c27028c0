import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { get } from '../api/client'
import type { Badges } from '../api/wire'
import { text } from '../text/zh-cn'

const everyMs = 10_000
const soundKey = 'hongyun.admin.sound'

/** useBadges counts what waits for this person, every ten seconds, and keeps the count in the tab's title. */
export function useBadges(): Badges | undefined {
  const badges = useQuery({
    queryKey: ['/badges'],
    queryFn: ({ signal }) => get<Badges>('/badges', { signal }),
    refetchInterval: everyMs,
    refetchIntervalInBackground: true,
    retry: false,
  }).data
  const waiting = badges
    ? badges.depositsClaimed + badges.depositsReview + badges.withdrawalsWaiting + badges.approvals
    : 0
  useEffect(() => {
    document.title = waiting ? `(${waiting}) ${text.site}` : text.site
  }, [waiting])
  return badges
}

/** useNewWorkSound plays two short tones when more deposits or withdrawals wait than before, if switched on. */
export function useNewWorkSound(badges: Badges | undefined) {
  const [on, setOn] = useState(() => localStorage.getItem(soundKey) === 'on')
  const waiting = badges && badges.depositsClaimed + badges.withdrawalsWaiting
  const before = useRef(waiting)
  useEffect(() => {
    if (on && waiting !== undefined && before.current !== undefined && waiting > before.current) chime()
    before.current = waiting
  }, [on, waiting])
  const toggle = () => {
    localStorage.setItem(soundKey, on ? 'off' : 'on')
    setOn(!on)
    if (!on) chime()
  }
  return { on, toggle }
}

function chime(): void {
  const audio = new AudioContext()
  const gain = audio.createGain()
  gain.gain.value = 0.08
  gain.connect(audio.destination)
  for (const [at, hertz] of [
    [0, 660],
    [0.18, 880],
  ] as const) {
    const tone = audio.createOscillator()
    tone.frequency.value = hertz
    tone.connect(gain)
    tone.start(audio.currentTime + at)
    tone.stop(audio.currentTime + at + 0.14)
  }
  setTimeout(() => void audio.close(), 600)
}
