import { useState } from 'react'
import { Alert, Button, Flex, Form, Input, Modal, Space, Table } from '../kit'
import { text } from '../text/zh-cn'
import { reasonMax, reasonMin } from './action-dialog'
import { StateTag, type Tone } from './facts'
import { type BulkCall, type BulkOutcome, bulkMost, useBulk } from './use-bulk'

const words = text.bulk

/** BulkAct is something that is done to several chosen rows. No row gets more than its own button would do. */
export interface BulkAct<T> {
  key: string
  label: string
  danger?: boolean
  /** What is asked for one row; undefined where this person may not do it to this row. */
  call: (row: T) => BulkCall | undefined
  /** A reason is written once and sent with each call, under this name. */
  reason?: string
  /** Rows of different sorts are not done together: the sort of a row. */
  sort?: (row: T) => string
}

interface BulkBarProps<T> {
  chosen: readonly T[]
  acts: readonly BulkAct<T>[]
  onClear: () => void
}

/** BulkBar offers what may be done to the chosen rows. */
export function BulkBar<T>({ chosen, acts, onClear }: BulkBarProps<T>) {
  const [act, setAct] = useState<{ act: BulkAct<T>; calls: BulkCall[]; skipped: number }>()
  if (chosen.length === 0 && !act) return null
  return (
    <Space wrap size={4}>
      <span className="muted small">{words.chosen(chosen.length)}</span>
      {acts.map((one) => {
        const calls = callsOf(one, chosen)
        const why = whyNot(one, chosen, calls)
        return (
          <Button
            key={one.key}
            size="small"
            danger={one.danger}
            disabled={why !== undefined}
            title={why}
            onClick={() => setAct({ act: one, calls, skipped: chosen.length - calls.length })}
          >
            {one.label}
          </Button>
        )
      })}
      <Button size="small" type="text" onClick={onClear}>
        {words.clear}
      </Button>
      {act && (
        <BulkSheet
          {...act}
          onClose={() => {
            setAct(undefined)
            onClear()
          }}
        />
      )}
    </Space>
  )
}

export function callsOf<T>(act: BulkAct<T>, chosen: readonly T[]): BulkCall[] {
  return chosen.map(act.call).filter((call) => call !== undefined)
}

/** whyNot says why an act cannot be done to what is chosen; undefined if it can. */
export function whyNot<T>(act: BulkAct<T>, chosen: readonly T[], calls: readonly BulkCall[]): string | undefined {
  if (calls.length === 0) return words.none
  if (calls.length > bulkMost) return words.tooMany(bulkMost)
  const sorts = new Set(chosen.filter((row) => act.call(row) !== undefined).map((row) => act.sort?.(row)))
  return sorts.size > 1 ? words.mixed : undefined
}

const tones: Record<BulkOutcome, Tone> = {
  open: 'default',
  running: 'processing',
  done: 'success',
  waiting: 'processing',
  refused: 'error',
  unknown: 'warning',
}

interface BulkSheetProps {
  act: Pick<BulkAct<never>, 'label' | 'danger' | 'reason'>
  calls: BulkCall[]
  skipped: number
  onClose: () => void
}

/** BulkSheet sends the calls and lists what became of each row, refused and unknown ones too. */
export function BulkSheet({ act, calls, skipped, onClose }: BulkSheetProps) {
  const { lines, running, run, stop } = useBulk(calls)
  const [form] = Form.useForm<{ reason?: string }>()
  const count = (...outcomes: BulkOutcome[]) => lines.filter(({ outcome }) => outcomes.includes(outcome)).length
  const begun = count('open') < lines.length
  const unknown = count('unknown')
  const left = count('open') + unknown
  const start = async () => {
    // A reason stays what it was: the same key with other contents is refused.
    const values: { reason?: string } | undefined =
      act.reason === undefined ? {} : await form.validateFields().catch(() => undefined)
    if (values) await run(act.reason && values.reason ? { [act.reason]: values.reason.trim() } : {})
  }
  return (
    <Modal
      open
      title={words.title(act.label, lines.length)}
      width={640}
      onCancel={running ? undefined : onClose}
      closable={!running}
      mask={{ closable: false }}
      footer={
        <Space>
          {running ? (
            <Button onClick={stop}>{words.stop}</Button>
          ) : (
            <Button onClick={onClose}>{text.action.close}</Button>
          )}
          {left > 0 && (
            <Button type="primary" danger={act.danger} loading={running} onClick={() => void start()}>
              {begun && unknown === left ? words.again : words.start}
            </Button>
          )}
        </Space>
      }
    >
      <Flex vertical gap={12}>
        <span className="muted">{words.explain}</span>
        {skipped > 0 && <Alert type="info" showIcon title={words.skipped(skipped)} />}
        {act.reason !== undefined && (
          <Form form={form} layout="vertical" disabled={begun}>
            <Form.Item
              name="reason"
              label={text.action.reason}
              rules={[
                { required: true, whitespace: true, message: text.action.reasonEmpty },
                { min: reasonMin, message: text.action.reasonShort },
              ]}
            >
              <Input.TextArea maxLength={reasonMax} placeholder={text.action.reasonPlaceholder} />
            </Form.Item>
          </Form>
        )}
        <Table
          size="small"
          rowKey="id"
          dataSource={lines}
          pagination={false}
          scroll={{ y: 320 }}
          columns={[
            { title: words.row, key: 'row', render: (_, line) => line.label },
            {
              title: words.outcome,
              key: 'outcome',
              render: (_, line) => (
                <>
                  <StateTag label={words.outcomes[line.outcome]} tone={tones[line.outcome]} />
                  {line.message && <span className="small">{line.message}</span>}
                </>
              ),
            },
          ]}
        />
        {begun && (
          <output className="small">{words.sum(count('done', 'waiting'), count('refused'), count('unknown'))}</output>
        )}
      </Flex>
    </Modal>
  )
}
