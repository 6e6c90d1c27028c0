import { type Art, gameArtSvg } from '@shared/art/game-art'

/** A game's drawn picture as an address: one element a cover, though the drawing has a hundred parts. */
export const coverArt = (art: Art): string => `data:image/svg+xml,${encodeURIComponent(gameArtSvg(art, 'wide'))}`
