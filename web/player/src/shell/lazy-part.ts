import { type ComponentType, createElement, type FunctionComponent, lazy, useState } from 'react'

/** A page, or a part of the bars, whose code is loaded apart. */
export type LazyPart<Props extends object> = FunctionComponent<Props> & {
  /** Loads the code. A failure is told by the part itself once it is shown. */
  load: () => Promise<unknown>
  isLoaded: () => boolean
}

/**
 * A page, or a part of the bars, whose code loads when it is first shown, inside the query store. The store's
 * own code loads at the same time and not before: the bars are painted without it.
 */
export function lazyPart<Props extends object>(
  fetchCode: () => Promise<{ default: ComponentType<Props> }>,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined
  const load = async () => {
    const [{ default: Code }, { Queries }] = await Promise.all([fetchCode(), import('./queries')])
    loaded ??= (props: Props) => createElement(Queries, null, createElement(Code, props))
    return { default: loaded }
  }
  const Waiting = lazy(load)
  // Loaded code is shown at once, without the moment of waiting that even a finished promise brings.
  function Part(props: Props) {
    const [shown] = useState(() => loaded ?? (Waiting as ComponentType<Props>))
    return createElement(shown, props)
  }
  return Object.assign(Part, { load, isLoaded: () => loaded !== undefined })
}
