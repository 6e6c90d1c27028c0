/**
 * The parts of an emblem: its outline, its metal from light to dark, the enamel inside, its feathers and its
 * crown.
 */
export interface Band {
  outline: keyof typeof outlines
  metal: [light: string, middle: string, dark: string]
  enamel: [top: string, bottom: string]
  /** Feathers on each side: the site's wild swan spreads its wings as the levels rise. */
  feathers: number
  crown?: 'small' | 'large'
  rays?: boolean
}

const gold: Band['metal'] = ['#f8e2aa', '#e0b252', '#8f6119']

/** Ten bands from the first levels to the last: bronze, copper, steel, silver, gold, and gold with a stone's colour. */
export const bands: Band[] = [
  { outline: 'coin', metal: ['#d7a27c', '#a3673c', '#573016'], enamel: ['#3b2517', '#1d120b'], feathers: 0 },
  { outline: 'coin', metal: ['#f2b98f', '#c67b47', '#6b3916'], enamel: ['#4a2b19', '#231308'], feathers: 1 },
  { outline: 'hexagon', metal: ['#c6d0dc', '#7f8b9b', '#414a57'], enamel: ['#2d3642', '#161b22'], feathers: 1 },
  { outline: 'hexagon', metal: ['#f4f8fc', '#b3bfcc', '#5f6b79'], enamel: ['#364656', '#19212b'], feathers: 2 },
  { outline: 'shield', metal: ['#fbf0cd', '#d3b674', '#80632a'], enamel: ['#3b3220', '#1c170e'], feathers: 2 },
  { outline: 'shield', metal: gold, enamel: ['#57400f', '#241a06'], feathers: 3 },
  { outline: 'shield', metal: gold, enamel: ['#1f7a60', '#0b2f26'], feathers: 3, crown: 'small' },
  { outline: 'crest', metal: gold, enamel: ['#2d59a5', '#112244'], feathers: 4, crown: 'small' },
  { outline: 'crest', metal: gold, enamel: ['#b23327', '#4a100c'], feathers: 4, crown: 'large', rays: true },
  {
    outline: 'crest',
    metal: ['#fff4d2', '#f2cb68', '#a8741f'],
    enamel: ['#4a3a63', '#0f0b16'],
    feathers: 5,
    crown: 'large',
    rays: true,
  },
]

/** Outlines round the middle of a square of 96. */
export const outlines = {
  coin: 'M48 25a25 25 0 1 1 0 50 25 25 0 0 1 0-50Z',
  hexagon: 'M48 23 70.500 36v26L48 75 25.500 62V36Z',
  shield: 'M48 22c8 5 15 6.500 23 6.500V49c0 14-9.500 23-23 28.500C34.500 72 25 63 25 49V28.500c8 0 15-1.500 23-6.500Z',
  crest:
    'M48 21c6 5.500 15 6 24 4.500 1 7-.5 11 2 16.500 1 17-10 28.500-26 36-16-7.500-27-19-26-36 2.500-5.500 1-9.500 2-16.500 9 1.500 18 1 24-4.500Z',
}

/** The place of a level's emblem among the ten; 0 is the common start. */
export const bandOf = (level: number, levels: number): number =>
  level <= 0 ? 0 : Math.min(bands.length, Math.ceil((level * bands.length) / Math.max(levels, 1)))
