import { api } from '@shared/api/player-client'
import type { Wire } from '@shared/api/wire'
import { grounds } from '@shared/art/cover-ground'
import type { VenueState } from '@shared/boot'
import { gmtTime } from '@shared/clock'
import { fenOf } from '@shared/money'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type LaunchLink, paths } from '../../paths'
import type { Category } from '../../ui/art/category-icon'
import { pagesOf, venuePages } from '../venue/venue-pages'
import { homeMineKey } from './lobby-keys'

/** A game as a cover shows it. */
export interface Cover {
  id: number
  code: string
  platformId: string
  name: string
  kind: Category
  theme: string
  recommended: boolean
  state: VenueState
  /** Until when the game alone is in maintenance, in GMT+8; '' it is not. */
  maintainEnd: string
  /** A drawing on the colour of its palette; '' where the operator has a picture. */
  motif: string
  palette: string
  rarity: number
  seed: number
  picture: string
}

/** Several venues have the same table, board or lottery: each venue moves the palette by a step of its own. */
function venuePalette({ Art, Kind, Platform }: Wire['SlotGame']): string {
  const own = Art?.Palette ?? ''
  const place = pagesOf(Kind).findIndex(({ launch }) => launch.platformId === Platform)
  if (Kind === 'slot' || Kind === 'fish' || place < 1) return own
  const all = Object.keys(grounds)
  return all[(all.indexOf(own) + 4 * place) % all.length] ?? own
}

export const coverOf = (wire: Wire['SlotGame']): Cover => ({
  id: wire.Id,
  code: wire.GameCode,
  platformId: wire.Platform,
  name: wire.GameCnName,
  kind: wire.Kind,
  theme: wire.Theme,
  recommended: wire.IsRecommend,
  state: wire.State,
  maintainEnd: wire.MaintainEnd ?? '',
  motif: wire.Art?.Motif ?? '',
  palette: venuePalette(wire),
  rarity: wire.Art?.Rarity ?? 1,
  seed: wire.Art?.Seed ?? 0,
  picture: wire.ImgUrl,
})

/** The present state of a game: its venue's, or its own maintenance. */
export const coverState = (cover: Cover, venue: VenueState | undefined): VenueState => {
  const state = venue ?? cover.state
  return state === 'open' && cover.maintainEnd > gmtTime() ? 'maintenance' : state
}

/** The launch of a game, in the form that the documents give its venue. */
export function launchOf({ kind, platformId, code }: Cover): LaunchLink {
  const documented = venuePages.find(({ launch }) => launch.platformId === platformId)?.launch
  if (documented?.launch === 'gamePlatformLaunch_new') return { ...documented, gameId: code }
  return {
    launch: kind === 'fish' ? 'fisherGamePlatformLaunch' : 'gamePlatformLaunch',
    platformId,
    gameId: code,
    mode: '1',
  }
}

export const gamePath = (id: number) => paths.game.replace(':id', String(id))

export interface Win {
  player: string
  gameId: number
  game: string
  fen: number
  time: string
}

export const winOf = (wire: Wire['HomeWin']): Win => ({
  player: wire.Player,
  gameId: wire.GameId,
  game: wire.Game,
  fen: fenOf(wire.Amount),
  time: wire.Time,
})

/** A place on a board of the day: it says the multiple or the amount, never both, for together they tell the stake. */
export interface Best {
  player: string
  gameId: number
  game: string
  cover: Cover
  /** Hundredths of the stake; 0 on the board of amounts. */
  multiple: number
  fen: number
}

const bestOf = (wire: Wire['HomeBest']): Best => ({
  player: wire.Player,
  gameId: wire.GameId,
  game: wire.Game,
  cover: coverOf(wire.Cover),
  multiple: wire.Multiple,
  fen: fenOf(wire.Amount),
})

const playAddress = (address: string) => (/^https?:\/\//.test(address) ? address : '')

export interface HomeLobby {
  kinds: { kind: Category; covers: Cover[] }[]
  latest: Win[]
  largest: Win[]
  multiples: Best[]
  winners: Best[]
  /** Games that can be played for nothing. */
  free: { cover: Cover; url: string }[]
}

/** The part of the home page that is the same for all visitors. */
export const homeLobbyQuery = queryOptions({
  queryKey: ['homeLobby'],
  staleTime: 15_000,
  refetchInterval: 30_000,
  queryFn: async ({ signal }): Promise<HomeLobby> => {
    const { Data } = await api.call('GET /v1/PubInterface/HomeLobby', undefined, { signal })
    return {
      kinds: (Data?.Kinds ?? []).map(({ Kind, Items }) => ({ kind: Kind, covers: Items.map(coverOf) })),
      latest: (Data?.Latest ?? []).map(winOf),
      largest: (Data?.Largest ?? []).map(winOf),
      multiples: (Data?.Multiples ?? []).map(bestOf),
      winners: (Data?.Winners ?? []).map(bestOf),
      free: (Data?.Free ?? [])
        .map(({ Game, FunUrl }) => ({ cover: coverOf(Game), url: playAddress(FunUrl) }))
        .filter(({ url }) => url !== ''),
    }
  },
})

export type Step = keyof Wire['HomeSteps']

export interface HomeMine {
  recent: Cover[]
  favourites: Cover[]
  /** The number of every favourite. */
  marked: number[]
  claims: { kind: 'promotion' | 'fund'; id: number; name: string; fen: number; draws: number }[]
  /** Open to the player now, the largest award first. */
  offers: { id: number; name: string; first: boolean; rate: number; minFen: number; mostFen: number }[]
  level: { track: string; level: number; validFen: number; nextFen: number; bonusFen: number }
  steps: Record<Step, boolean>
}

/** The player's row: one call for all of it. */
export const homeMineQuery = queryOptions({
  queryKey: homeMineKey,
  // Many covers ask for it; a deposit, a claim or a game that was left make it old.
  staleTime: 15_000,
  queryFn: async ({ signal }): Promise<HomeMine> => {
    const { Data } = await api.call('POST /v1/Select/HomeMine', undefined, { signal })
    return {
      recent: (Data?.Recent ?? []).map(coverOf),
      favourites: (Data?.Favourites ?? []).map(coverOf),
      marked: Data?.Marked ?? [],
      claims: (Data?.Claims ?? []).map((claim) => ({
        kind: claim.Kind,
        id: claim.Id,
        name: claim.Name,
        fen: fenOf(claim.Amount),
        draws: claim.Draws,
      })),
      offers: (Data?.Offers ?? []).map((offer) => ({
        id: offer.Id,
        name: offer.Name,
        first: offer.First,
        rate: offer.Rate,
        minFen: fenOf(offer.Min),
        mostFen: fenOf(offer.Most),
      })),
      level: {
        track: Data?.Level?.Track ?? '',
        level: Data?.Level?.Level ?? 0,
        validFen: fenOf(Data?.Level?.Valid),
        nextFen: fenOf(Data?.Level?.Next),
        bonusFen: fenOf(Data?.Level?.Bonus),
      },
      steps: Data?.Steps ?? { Name: false, Deposit: false, Play: false, Card: false },
    }
  },
})

/** Games of every venue by name or pinyin. The last answer stays until the next is here. */
export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['searchGames', text],
    staleTime: 60_000,
    enabled: text !== '',
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { Data } = await api.call('GET /v1/PubInterface/SearchGames', { Text: text }, { signal })
      return (Data ?? []).map((row) => ({ ...coverOf(row), venue: row.Venue }))
    },
  })

export interface GameAbout {
  game: Cover
  venue: string
  /** Hundredths of a percent; 0 is not told. */
  payback: number
  volatility: number
  minFen: number
  maxFen: number
  rules: string[]
  funUrl: string
  related: Cover[]
}

export const gameAboutQuery = (id: number) =>
  queryOptions({
    queryKey: ['gameAbout', id],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<GameAbout> => {
      const { Data } = await api.call('GET /v1/PubInterface/GameAbout', { GameInfoId: id }, { signal })
      return {
        game: coverOf(Data.Game),
        venue: Data.Venue,
        payback: Data.Payback,
        volatility: Data.Volatility,
        minFen: fenOf(Data.StakeMin),
        maxFen: fenOf(Data.StakeMax),
        rules: Data.Rules ?? [],
        funUrl: playAddress(Data.FunUrl),
        related: (Data.Related ?? []).map(coverOf),
      }
    },
  })
