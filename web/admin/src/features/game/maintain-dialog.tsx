import { useState } from 'react'
import type { Game, GamesMarked } from '../../api/wire'
import { Form, Segmented } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { GmtPicker } from '../../ui/gmt-picker'
import { useAction } from '../../ui/use-action'
import { checkPeriod } from '../content/showing'
import { namesOf } from './bulk-dialog'

const words = text.gameWindow

type What = 'set' | 'end'
interface Values {
  from?: number | null
  to?: number | null
  reason: string
}

/** MaintainDialog sets the maintenance of games, or ends it. */
export function MaintainDialog({
  games,
  onDone,
  onClose,
}: {
  games: Game[]
  onDone?: () => void
  onClose: () => void
}) {
  const { run, running } = useAction<GamesMarked>(words.done)
  const [what, setWhat] = useState<What>('set')
  const only = games.length === 1 ? games[0] : undefined
  const windows = games.some(({ maintenanceTo }) => maintenanceTo !== null)
  const send = async ({ from, to, reason }: Values) => {
    const window = what === 'end' ? { end: true } : { ...(from != null && { from }), to }
    const result = await run('/games/maintenance', { ids: games.map(({ id }) => id), ...window, reason })
    if (result.ok) onDone?.()
    return result
  }
  return (
    <ActionDialog<Values>
      title={only ? words.titleOne(only.name) : words.title(games.length)}
      okText={what === 'end' ? words.end : words.set}
      danger={what === 'set'}
      running={running}
      quickReasons={what === 'end' ? words.quickEnd : words.quick}
      initial={only && { from: only.maintenanceFrom, to: only.maintenanceTo }}
      onSend={send}
      onClose={onClose}
      fields={what === 'set' && <WindowFields />}
    >
      {!only && <p>{namesOf(games)}</p>}
      {windows && (
        <Segmented<What>
          aria-label={words.what}
          value={what}
          options={[
            { value: 'set', label: words.set },
            { value: 'end', label: words.end },
          ]}
          onChange={setWhat}
        />
      )}
      <p className="muted">{words.explain}</p>
    </ActionDialog>
  )
}

function WindowFields() {
  return (
    <>
      <Form.Item name="from" label={words.from}>
        <GmtPicker none={words.atOnce} />
      </Form.Item>
      <Form.Item
        name="to"
        label={words.to}
        extra={words.hint}
        required
        dependencies={['from']}
        rules={[
          ({ getFieldValue }) => ({
            validator: (_, end: number | null | undefined) => {
              if (end == null) return Promise.reject(new Error(words.toNeeded))
              if (end <= Date.now()) return Promise.reject(new Error(text.venue.toPast))
              return checkPeriod(getFieldValue('from') as number | null, end)
            },
          }),
        ]}
      >
        <GmtPicker />
      </Form.Item>
    </>
  )
}
