import { useQueryClient } from '@tanstack/react-query'
import { paths } from '../../paths'
import { homeMineKey } from './lobby-keys'

/** The way to a game: the page of the last one, where this visit knows it, else the hot slots. It asks for nothing. */
export function usePlayPath(): string {
  const mine = useQueryClient().getQueryData<{ recent: { id: number }[] }>(homeMineKey)
  const last = mine?.recent[0]
  return last ? paths.game.replace(':id', String(last.id)) : `${paths.slots}?type=-1`
}
