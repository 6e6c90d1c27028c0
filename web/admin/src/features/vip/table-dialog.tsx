import type { Outcome, VipTable } from '../../api/wire'
import { Alert, Form, Input } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { formatYuan } from '../../ui/money'
import { useAction } from '../../ui/use-action'
import { NewerVersion, useOpened } from '../setting/versions'
import { check, cumulativeOf, type LevelField, levelWrong } from './rules'

const words = text.vip
const fields: LevelField[] = ['validBet', 'bonus', 'income']

type Row = Record<LevelField, string>
interface Values {
  levels: Row[]
  reason: string
}

/** TableDialog changes a track's table as a whole; another person decides, and the next run works by it. */
export function TableDialog({ table: now, onClose }: { table: VipTable; onClose: () => void }) {
  const { run, running } = useAction<Outcome>(words.saved)
  const [table, base] = useOpened(now)
  return (
    <ActionDialog<Values>
      title={words.editTable(table.name)}
      okText={words.submit}
      width={860}
      running={running}
      quickReasons={words.quickTable}
      initial={{ levels: table.levels.map(({ validBet, bonus, income }) => ({ validBet, bonus, income })) }}
      onSend={({ levels, reason }) =>
        run(`/vip/tables/${table.track}`, {
          base: base.version,
          levels: levels.map(({ validBet, bonus, income }) => ({
            validBet: validBet.trim(),
            bonus: bonus.trim(),
            income: income.trim(),
          })),
          reason,
        })
      }
      onClose={onClose}
      fields={<Levels table={table} />}
    >
      <NewerVersion base={base} path={`/vip/tables/${table.track}/history`} />
      <Alert type="info" showIcon title={words.tableEffect} className="spaced" />
    </ActionDialog>
  )
}

function Levels({ table }: { table: VipTable }) {
  const typed = Form.useWatch<Row[] | undefined>('levels')
  const cumulative = cumulativeOf(table.levels.map((level, at) => typed?.[at]?.bonus ?? level.bonus))
  const titles: Record<LevelField, string> = {
    validBet: words.validBet,
    bonus: words.bonus,
    income: words.income[table.track],
  }
  return (
    <table className="level-inputs" aria-label={words.table}>
      <thead>
        <tr>
          <th scope="col">{words.level}</th>
          {fields.map((field) => (
            <th key={field} scope="col">
              {titles[field]}
            </th>
          ))}
          <th scope="col">{words.cumulative}</th>
        </tr>
      </thead>
      <tbody>
        {table.levels.map(({ level }, at) => (
          <tr key={level}>
            <th scope="row">{words.levelOf(level)}</th>
            {fields.map((field) => (
              <td key={field}>
                <Form.Item
                  name={['levels', at, field]}
                  rules={[
                    ({ getFieldValue }) => ({
                      validator: (_, value?: string) =>
                        check(
                          levelWrong(
                            field,
                            value,
                            at > 0 ? (getFieldValue(['levels', at - 1, field]) as string) : undefined,
                          ),
                        ),
                    }),
                  ]}
                >
                  <Input
                    size="small"
                    prefix={field === 'validBet' ? '¥' : words.unit}
                    inputMode="decimal"
                    maxLength={15}
                    autoComplete="off"
                    aria-label={`${words.levelOf(level)} ${titles[field]}`}
                  />
                </Form.Item>
              </td>
            ))}
            <td className="yuan muted">{formatYuan(cumulative[at] || '—')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
