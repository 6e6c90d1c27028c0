import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get } from '../../api/client'
import type { Edition, Items } from '../../api/wire'
import { Alert, Button } from '../../kit'
import { text } from '../../text/zh-cn'
import { Time } from '../../ui/time'
import { type Base, useOpened } from '../setting/versions'

const words = text.content

/** ChangedBy says who changed a content last, and when. */
export function ChangedBy({ edition }: { edition: Edition }) {
  if (edition.changedAt === null) return <span className="muted small">{words.shipped}</span>
  return (
    <span className="muted small">
      {edition.changedBy} <Time ms={edition.changedAt} />
    </span>
  )
}

/** changedColumn is the column of a list that says who changed a row last. */
export const changedColumn = {
  title: words.changed,
  width: 170,
  render: (_: unknown, row: Edition) => <ChangedBy edition={row} />,
}

/** A row of a list that a dialog edits, as it was when the dialog opened and as it is now. */
export interface Edited<T> {
  opened: T | undefined
  now: T | undefined
  base: Base
}

/** useEdited follows a row of a list while a dialog edits it; undefined: a new one. */
export function useEdited<T extends Edition & { id: string }>(path: string, row: T | undefined): Edited<T> {
  const [begun] = useState(row)
  const list = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => get<Items<T>>(path, { signal }),
    enabled: begun !== undefined,
  })
  const newest = list.data?.items.find(({ id }) => id === begun?.id)
  // The list may still be the one from before the row was opened.
  const now = newest && begun && newest.version >= begun.version ? newest : begun
  const [version, setVersion] = useState(begun?.version ?? 0)
  const latest = now?.version ?? 0
  return { opened: begun, now, base: { version, newer: latest - version, check: () => setVersion(latest) } }
}

/** useEditedOnce is useEdited for what there is once on the site: the page gives it anew. */
export function useEditedOnce<T extends object>(now: T & Edition): Edited<T & Edition> {
  const [opened, base] = useOpened(now)
  return { opened, now, base }
}

interface NewerContentProps<T> {
  edited: Edited<T>
  /** What people see of a content: a label and its words. */
  facts: (of: T) => [label: string, value: string][]
}

/** NewerContent tells what another person changed while a form was open. What was typed stays. */
export function NewerContent<T extends Edition>({ edited: { opened, now, base }, facts }: NewerContentProps<T>) {
  if (base.newer === 0 || !now || !opened) return null
  const before = new Map(facts(opened))
  const changed = facts(now).filter(([label, value]) => before.get(label) !== value)
  return (
    <Alert
      type="warning"
      showIcon
      className="spaced"
      title={words.newer}
      description={
        <>
          <ChangedBy edition={now} />
          {changed.length === 0 ? (
            <p className="muted">{words.newerSame}</p>
          ) : (
            <ul>
              {changed.map(([label, value]) => (
                <li key={label}>
                  {label}：<span className="newer-text">{value || words.newerEmpty}</span>
                </li>
              ))}
            </ul>
          )}
          <Button size="small" onClick={base.check}>
            {words.newerCheck}
          </Button>
        </>
      }
    />
  )
}
