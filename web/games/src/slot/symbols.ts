import { motifSvg } from '@shared/art/game-art'
import { text } from '../text'
import type { Game } from '../wire'

/** The face of one symbol of a game: a picture, and for the special ones a word on it. */
export interface Face {
  image: string
  label: string
  kind: 'wild' | 'scatter' | 'high' | 'low'
}

/** Motifs that go well together, by the theme of a game. The game's own motif is always its rarest symbol. */
const families: Record<string, string[]> = {
  sea: ['koi', 'shell', 'crab', 'whale', 'octopus', 'ship', 'turtle'],
  animal: ['tiger', 'panda', 'fox', 'rabbit', 'horse', 'crane', 'butterfly'],
  myth: ['dragon', 'phoenix', 'cloud', 'sword', 'pagoda', 'gourd', 'moon'],
  jewel: ['gem', 'jade', 'crown', 'ingot', 'coin', 'chest', 'bell'],
  garden: ['lotus', 'blossom', 'bamboo', 'butterfly', 'peach', 'crane', 'teapot'],
  festival: ['lantern', 'drum', 'firework', 'mooncake', 'fan', 'bell', 'coin'],
  space: ['rocket', 'planet', 'moon', 'gem', 'firework', 'target', 'pad'],
  adventure: ['chest', 'ship', 'sword', 'mountain', 'pagoda', 'crown', 'gem'],
  classic: ['seven', 'bell', 'cherry', 'coin', 'gem', 'crown', 'dice'],
  fortune: ['ingot', 'coin', 'gourd', 'koi', 'chest', 'jade', 'lantern'],
  food: ['bowl', 'teapot', 'mooncake', 'peach', 'cherry', 'gourd', 'lotus'],
  opera: ['mask', 'fan', 'drum', 'lantern', 'crown', 'sword', 'bell'],
}

const highs = 4
/** The low symbols are characters: the five elements, fortune and rank. */
const characters = ['金', '木', '水', '火', '土', '福', '禄']
const characterColors = ['#f0d596', '#7fd6a3', '#86b9f4', '#ff9a7d', '#d9b98a', '#ff8fa0', '#c4a6f0']
const palettes = ['gold', 'crimson', 'jade', 'azure', 'violet', 'ember', 'rose']

const addressOf = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`

/** A character as a tile. Its font is the system's, so it is drawn as text in the picture. */
function characterSvg(character: string, color: string) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><text x="48" y="67" font-size="56" font-weight="700" font-family="'Noto Serif CJK SC','Songti SC',SimSun,serif" text-anchor="middle" fill="${color}" stroke="#14181f" stroke-width="5" stroke-linejoin="round" paint-order="stroke">${character}</text></svg>`
}

/** The faces of all symbols of a game, by number. The same game always has the same faces. */
export function facesOf(game: Game, symbols: number): Face[] {
  // A symbol that pays must not look like the scatter.
  const scatter = game.motif === 'chest' ? 'lantern' : 'chest'
  const family = (families[game.theme] ?? families.fortune ?? []).filter(
    (motif) => motif !== game.motif && motif !== scatter,
  )
  const turn = game.seed % Math.max(family.length, 1)
  const motifs = [game.motif, ...family.slice(turn), ...family.slice(0, turn)]
  const faces: Face[] = [
    { image: addressOf(motifSvg(game.motif, game.palette)), label: text.wild, kind: 'wild' },
    { image: addressOf(motifSvg(scatter, game.palette)), label: text.scatter, kind: 'scatter' },
  ]
  for (let n = 2; n < symbols; n++) {
    const place = n - 2
    const high = place <= highs
    faces.push(
      high
        ? {
            image: addressOf(
              motifSvg(
                motifs[place] ?? 'coin',
                place === 0 ? game.palette : (palettes[(place + game.seed) % palettes.length] ?? 'gold'),
              ),
            ),
            label: '',
            kind: 'high',
          }
        : {
            image: addressOf(
              characterSvg(
                characters[(place - highs - 1) % characters.length] ?? '福',
                characterColors[(place - highs - 1) % characterColors.length] ?? '#f0d596',
              ),
            ),
            label: '',
            kind: 'low',
          },
    )
  }
  return faces
}
