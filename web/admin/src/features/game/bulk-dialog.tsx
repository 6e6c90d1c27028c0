import { useState } from 'react'
import type { Game, GamesMarked } from '../../api/wire'
import { Alert, Form, Segmented } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { useAction } from '../../ui/use-action'

const words = text.game

/** The server refuses more. */
export const bulkMax = 200
const named = 8

type Choice = 'same' | 'on' | 'off'
interface Values {
  hidden: Choice
  hot: Choice
  recommended: Choice
}

/** marksOf is what shall change; what stays is not sent. */
export function marksOf(values: Values): Partial<Record<keyof Values, boolean>> {
  const chosen = Object.entries(values).filter(([, choice]) => choice !== 'same')
  return Object.fromEntries(chosen.map(([name, choice]) => [name, choice === 'on']))
}

/** BulkDialog sets marks of many games in one request. */
export function BulkDialog({ games, onDone, onClose }: { games: Game[]; onDone: () => void; onClose: () => void }) {
  const { run, running } = useAction<GamesMarked>(words.bulkDone)
  const [nothing, setNothing] = useState(false)
  const send = async ({ hidden, hot, recommended }: Values) => {
    const marks = marksOf({ hidden, hot, recommended })
    setNothing(Object.keys(marks).length === 0)
    if (Object.keys(marks).length === 0) return { ok: false }
    const result = await run('/games/bulk', { ids: games.map(({ id }) => id), ...marks })
    if (result.ok) onDone()
    return result
  }
  return (
    <ActionDialog<Values>
      title={words.bulkTitle(games.length)}
      okText={text.content.save}
      reason="none"
      running={running}
      initial={{ hidden: 'same', hot: 'same', recommended: 'same' }}
      onSend={send}
      onClose={onClose}
      fields={
        <>
          <Choices name="hidden" label={words.shown} on={words.choices.hide} off={words.choices.show} />
          <Choices name="hot" label={words.hot} on={words.on} off={words.off} />
          <Choices name="recommended" label={words.recommended} on={words.on} off={words.off} />
          {nothing && <Alert type="error" showIcon title={words.bulkNothing} />}
        </>
      }
    >
      <p>{words.bulkAnd(namesOf(games), games.length - named > 0 ? games.length : 0)}</p>
      <p className="muted">{words.bulkExplain}</p>
    </ActionDialog>
  )
}

const namesOf = (games: Game[]) =>
  games
    .slice(0, named)
    .map(({ name }) => name)
    .join('、')

function Choices({ name, label, on, off }: { name: keyof Values; label: string; on: string; off: string }) {
  return (
    <Form.Item name={name} label={label}>
      <Segmented
        aria-label={label}
        options={[
          { value: 'same', label: words.same },
          { value: 'on', label: on },
          { value: 'off', label: off },
        ]}
      />
    </Form.Item>
  )
}
