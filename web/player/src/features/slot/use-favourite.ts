import { messageOf } from '@shared/api/api-error'
import { api } from '@shared/api/player-client'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { toast } from '../../ui/toast'
import { favouritesKey, type Game, type GamePage, gamesKey } from './game-queries'
import { useSlotText } from './use-slot-text'

/** Shows the mark at once on every list that is kept. */
function mark(queries: QueryClient, id: number, favourite: boolean): void {
  queries.setQueriesData<GamePage>({ queryKey: gamesKey }, (page) =>
    page?.games.some((game) => game.id === id)
      ? { ...page, games: page.games.map((game) => (game.id === id ? { ...game, favourite } : game)) }
      : page,
  )
}

/** Marks a game or takes the mark away; what was shown too early is taken back when the server refuses (SLOT-04). */
export function useFavourite(game: Game) {
  const text = useSlotText()
  const queries = useQueryClient()
  const action = useMutation({
    mutationFn: (wanted: boolean) =>
      wanted
        ? api.call('POST /v1/Do/AddGameFavoritesAction', { GameInfoId: game.id })
        : api.call('POST /v1/Do/CancelGameFavoritesAction', { GameInfoId: game.id }),
    onMutate: async (wanted) => {
      // A list on its way would bring the old mark back. One that was never here yet must still come.
      await queries.cancelQueries({ queryKey: gamesKey, predicate: ({ state }) => state.data !== undefined })
      mark(queries, game.id, wanted)
    },
    onSuccess: (_, wanted) => {
      toast('success', wanted ? text.added : text.removed)
      void queries.invalidateQueries({ queryKey: favouritesKey })
    },
    onError: (error, wanted) => {
      mark(queries, game.id, !wanted)
      toast('error', messageOf(error) || text.favouriteFailed)
    },
  })
  // The second click of a double click comes before the page has drawn the first.
  const sending = useRef(false)
  return () => {
    if (sending.current) return
    sending.current = true
    action.mutate(!game.favourite, {
      onSettled: () => {
        sending.current = false
      },
    })
  }
}
