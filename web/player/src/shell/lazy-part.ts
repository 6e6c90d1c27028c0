import { type ComponentType, createElement, lazy } from 'react'

/**
 * A page, or a part of the bars, whose code loads when it is first shown, inside the query store. The store's
 * own code loads at the same time and not before: the bars are painted without it.
 */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(async () => {
    const [{ default: Part }, { Queries }] = await Promise.all([load(), import('./queries')])
    return { default: (props: Props) => createElement(Queries, null, createElement(Part, props)) }
  })
}
