import { useState } from 'react'
import { sounds } from './slot/sound'
import { text } from './text'

/** The mute switch of every game. A choice made in one game holds in the others, and at the next visit. */
export function SoundSwitch() {
  const [muted, setMuted] = useState(sounds.muted())
  return (
    <button
      type="button"
      className="quiet sound"
      aria-pressed={!muted}
      onClick={() => {
        sounds.mute(!muted)
        setMuted(!muted)
      }}
    >
      {text.sound}
    </button>
  )
}
