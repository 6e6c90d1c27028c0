import { gmtTime } from '@shared/clock'
import type { Showing, ShowingState } from '../../api/wire'
import { Form, Switch } from '../../kit'
import { text } from '../../text/zh-cn'
import { StateTag, type Tone } from '../../ui/facts'
import { GmtPicker } from '../../ui/gmt-picker'

const words = text.content
const tones: Record<ShowingState, Tone> = {
  draft: 'default',
  scheduled: 'processing',
  live: 'success',
  ended: 'warning',
}

export interface ShowingValues {
  published: boolean
  from: number | null
  to: number | null
}

/** What a form begins with; something new is a draft. */
export const showingOf = (row?: Showing): ShowingValues => ({
  published: row?.published ?? false,
  from: row?.from ?? null,
  to: row?.to ?? null,
})

/** What a newer version of something says of when it is shown. */
export const showingFacts = (row: Showing): [string, string][] => [
  [words.published, row.published ? text.setting.yes : text.setting.no],
  [words.from, row.from === null ? '' : gmtTime(row.from)],
  [words.to, row.to === null ? '' : gmtTime(row.to)],
]

export function ShowingTag({ state }: { state: ShowingState }) {
  return <StateTag label={words.states[state]} tone={tones[state]} />
}

/** WindowText says from when to when something is shown, to the minute. */
export function WindowText({ from, to }: Pick<Showing, 'from' | 'to'>) {
  if (from === null && to === null) return <span className="muted">{words.always}</span>
  return (
    <span className="window time">
      {from !== null && <span>{words.fromOn(minuteOf(from))}</span>}
      {to !== null && <span>{words.until(minuteOf(to))}</span>}
    </span>
  )
}

export const minuteOf = (ms: number) => gmtTime(ms).slice(0, 16)

/** ShowingFields are the inputs of every content's form: published, from, to. */
export function ShowingFields() {
  return (
    <>
      <Form.Item name="published" label={words.published} valuePropName="checked" extra={words.publishedHint}>
        <Switch />
      </Form.Item>
      <div className="field-pair">
        <Form.Item name="from" label={words.from}>
          <GmtPicker />
        </Form.Item>
        <Form.Item
          name="to"
          label={words.to}
          dependencies={['from']}
          rules={[
            ({ getFieldValue }) => ({
              validator: (_, to: number | null) => checkPeriod(getFieldValue('from') as number | null, to),
            }),
          ]}
        >
          <GmtPicker />
        </Form.Item>
      </div>
    </>
  )
}

/** checkPeriod refuses an end that does not come after its beginning. */
export function checkPeriod(from: number | null | undefined, to: number | null | undefined): Promise<void> {
  return from != null && to != null && to <= from ? Promise.reject(new Error(words.periodWrong)) : Promise.resolve()
}
