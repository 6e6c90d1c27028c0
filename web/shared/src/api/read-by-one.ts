import {
  notifyManager,
  type QueryClient,
  QueryObserver,
  type QueryObserverOptions,
  type QueryObserverResult,
  useQueryClient,
} from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/**
 * Makes a hook that reads a query by one observer for a whole page. A hundred parts of the home page read the state of
 * the venues. An observer for each would cost more time than their drawing.
 */
export function readByOne<Data>(options: QueryObserverOptions<Data, Error, Data, Data, string[]>) {
  const readers = new WeakMap<QueryClient, ReturnType<typeof readerOf<Data>>>()
  return function useRead(): QueryObserverResult<Data> {
    const client = useQueryClient()
    let reader = readers.get(client)
    if (!reader) {
      reader = readerOf(client, options)
      readers.set(client, reader)
    }
    return useSyncExternalStore(reader.subscribe, reader.read)
  }
}

function readerOf<Data>(client: QueryClient, options: QueryObserverOptions<Data, Error, Data, Data, string[]>) {
  const observer = new QueryObserver(client, options)
  // A logout empties the client: the observer then goes over to the query that takes the lost one's place.
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'removed' && query === observer.getCurrentQuery() && observer.hasListeners())
      observer.setOptions(options)
  })
  return {
    read: () => observer.getCurrentResult(),
    subscribe: (listener: () => void) => {
      if (!observer.hasListeners()) observer.setOptions(options)
      return observer.subscribe(notifyManager.batchCalls(listener))
    },
  }
}
