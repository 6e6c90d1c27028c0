/** Sounds made on the spot from plain waves: nothing is loaded, and nothing sounds before the player's first touch. */

let context: AudioContext | null = null
let muted = localStorage.getItem('games.muted') === '1'

function audio(): AudioContext | null {
  if (muted || typeof AudioContext === 'undefined') return null
  context ??= new AudioContext()
  return context
}

export function tone(
  frequency: number,
  after: number,
  lasts: number,
  volume: number,
  type: OscillatorType = 'triangle',
) {
  const to = audio()
  if (!to) return
  const wave = to.createOscillator()
  const gain = to.createGain()
  const from = to.currentTime + after
  wave.type = type
  wave.frequency.value = frequency
  gain.gain.setValueAtTime(0, from)
  gain.gain.linearRampToValueAtTime(volume, from + 0.01)
  gain.gain.exponentialRampToValueAtTime(0.0001, from + lasts)
  wave.connect(gain).connect(to.destination)
  wave.start(from)
  wave.stop(from + lasts)
}

/** The notes of a pentatonic scale from C4 on. */
const scale = [261.6, 293.7, 329.6, 392, 440, 523.3, 587.3, 659.3, 784, 880, 1046.5]
export const note = (at: number) => scale[Math.min(at, scale.length - 1)] ?? 440

export const sounds = {
  turn: () => tone(160, 0, 0.25, 0.03, 'sawtooth'),
  stop: (reel: number) => tone(120 + reel * 14, 0, 0.09, 0.09, 'square'),
  win: (times: number) => {
    const steps = 3 + Math.min(Math.floor(times), 6)
    for (let i = 0; i < steps; i++) tone(note(i + 2), i * 0.07, 0.25, 0.07)
  },
  award: () => {
    for (let i = 0; i < 8; i++) tone(note(i), i * 0.09, 0.4, 0.08, 'sine')
  },
  big: () => {
    for (let i = 0; i < 16; i++) tone(note((i * 3) % 11), i * 0.11, 0.5, 0.07)
  },
  no: () => tone(140, 0, 0.3, 0.06, 'sawtooth'),
  muted: () => muted,
  mute: (off: boolean) => {
    muted = off
    localStorage.setItem('games.muted', off ? '1' : '0')
  },
}
