import { note, tone } from '../slot/sound'

/** The sounds of the sea. Whether they are heard is the choice made for all games. */
export const sounds = {
  fire: (level: number) => tone(190 - level * 22, 0, 0.12, 0.045, 'square'),
  hit: () => tone(620, 0, 0.07, 0.025, 'triangle'),
  caught: (multiple: number) => {
    const steps = Math.min(9, 2 + Math.floor(multiple / 4))
    for (let i = 0; i < steps; i++) tone(note(i + 2), i * 0.06, 0.24, 0.06)
  },
  boss: () => {
    for (let i = 0; i < 4; i++) tone(i % 2 ? 98 : 131, i * 0.24, 0.3, 0.08, 'sawtooth')
  },
  prize: () => {
    for (let i = 0; i < 18; i++) tone(note((i * 3) % 11), i * 0.09, 0.5, 0.07)
  },
  level: () => tone(440, 0, 0.1, 0.04),
  no: () => tone(140, 0, 0.25, 0.05, 'sawtooth'),
}
