import { note, tone } from '../slot/sound'

/** The sounds of a card table. Whether they are heard is the choice made for all games. */
export const sounds = {
  chip: () => tone(880, 0, 0.07, 0.05, 'square'),
  deal: (cards: number) => {
    for (let i = 0; i < cards; i++) tone(210 + (i % 3) * 18, i * 0.12, 0.05, 0.05, 'sawtooth')
  },
  bank: () => {
    for (let i = 0; i < 3; i++) tone(note(4 + i), i * 0.08, 0.2, 0.05)
  },
  won: () => {
    for (let i = 0; i < 6; i++) tone(note(i + 3), i * 0.07, 0.25, 0.06)
  },
  lost: () => tone(150, 0, 0.25, 0.04),
  no: () => tone(140, 0, 0.3, 0.06, 'sawtooth'),
}
