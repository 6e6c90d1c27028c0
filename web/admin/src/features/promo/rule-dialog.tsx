import { type ReactNode, useRef } from 'react'
import type { Outcome, Promo, PromoKind } from '../../api/wire'
import { Alert, Button, Flex, Form, Input, Select, Switch } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { DayPicker } from '../../ui/day-picker'
import { validAmount } from '../../ui/money'
import { useAction } from '../../ui/use-action'
import { NewerVersion, useOpened } from '../setting/versions'
import {
  type AmountName,
  type ListName,
  needs,
  ofHundredths,
  type ParamName,
  paramsOf,
  type TypedRule,
  typedOf,
  venueKinds,
  weighs,
  wholeOf,
} from './terms'

const words = text.promo
const kinds = Object.entries(words.kinds).map(([value, label]) => ({ value, label }))

type Values = TypedRule & { reason: string }

/** AskedRule is a rule that was asked for: its promotion, and the number of its page, 0 for none. */
export interface AskedRule {
  name: string
  activity: number
}

/** RuleDialog adds a promotion or changes one; another person decides, and it holds from the next period on. */
export function RuleDialog({ promo: now, onClose }: { promo?: Promo; onClose: (asked?: AskedRule) => void }) {
  const { run, running } = useAction<Outcome>(words.done)
  const [promo, base] = useOpened(now)
  // What is coming already is what a further change starts from.
  const initial: Partial<TypedRule> = promo
    ? typedOf(promo.kind, promo.next ?? promo.rule)
    : { kind: 'red_packets', activity: '0', budget: '0', turnover: '1', review: false, startsOn: '', endsOn: '' }
  const asked = useRef<AskedRule>(undefined)
  const send = async (values: Values) => {
    const typed = { ...values, kind: promo?.kind ?? values.kind }
    const body = {
      name: typed.name,
      activity: wholeOf(typed.activity) ?? 0,
      params: paramsOf(typed),
      startsOn: typed.startsOn ?? '',
      endsOn: typed.endsOn ?? '',
      budget: typed.budget,
      reason: typed.reason,
    }
    const result = promo
      ? await run(`/promotions/${promo.id}`, { base: base.version, ...body })
      : await run('/promotions', { kind: typed.kind, ...body })
    if (result.ok) asked.current = { name: typed.name, activity: body.activity }
    return result
  }
  return (
    <ActionDialog<Values>
      title={promo ? words.editTitle(promo.rule.name) : words.addTitle}
      okText={words.submit}
      width={720}
      running={running}
      quickReasons={words.quickRule}
      initial={initial as Partial<Values>}
      onSend={send}
      onClose={() => onClose(asked.current)}
      fields={<RuleFields kept={promo?.kind} />}
    >
      {promo && <NewerVersion base={base} path={`/promotions/${promo.id}/history`} />}
      <Alert type="info" showIcon title={promo ? words.effect[promo.period] : words.addEffect} className="spaced" />
      {promo?.next && <Alert type="warning" showIcon title={words.replaces(promo.next.from)} className="spaced" />}
      {promo && <p className="muted">{words.kindKept(words.kinds[promo.kind])}</p>}
    </ActionDialog>
  )
}

const said = (wrong: string | undefined) => (wrong === undefined ? Promise.resolve() : Promise.reject(new Error(wrong)))
const whole = {
  validator: (_: unknown, typed?: string) => said(wholeOf(typed) === undefined ? words.wholeWrong : undefined),
}
const percent = {
  validator: (_: unknown, typed?: string) => said((wholeOf(typed) ?? 101) > 100 ? words.weightWrong : undefined),
}
const hundredth = {
  validator: (_: unknown, typed?: string) => said(ofHundredths(typed) === undefined ? words.numberWrong : undefined),
}
const amount = {
  validator: (_: unknown, typed = '') => said(validAmount(typed.trim()) ? undefined : text.action.amountWrong),
}
const budget = {
  validator: (_: unknown, typed = '') =>
    said(/^\d{1,9}(\.\d{1,2})?$/.test(typed.trim()) ? undefined : text.action.amountWrong),
}
const named = {
  validator: (_: unknown, typed = '') => {
    const length = [...typed.trim()].length
    return said(length < 2 || length > 20 ? words.nameWrong : undefined)
  },
}

/** kept: the kind of a promotion there is, which stays. */
function RuleFields({ kept }: { kept?: PromoKind }) {
  const chosen = Form.useWatch<PromoKind | undefined>('kind') ?? 'red_packets'
  const kind = kept ?? chosen
  return (
    <>
      {kept === undefined && (
        <Form.Item name="kind" label={words.kind} required>
          <Select options={kinds} />
        </Form.Item>
      )}
      <div className="field-pair">
        <Field name="name" label={words.name} rule={named}>
          <Input maxLength={20} autoComplete="off" />
        </Field>
        <Field name="activity" label={words.activity} rule={whole} extra={words.activityHint}>
          <Input inputMode="numeric" maxLength={10} autoComplete="off" />
        </Field>
      </div>
      {needs[kind].map((name) => (
        <Param key={name} name={name} />
      ))}
      <div className="field-pair">
        <Field name="turnover" label={words.turnover} rule={hundredth} extra={words.turnoverHint}>
          <Input inputMode="decimal" maxLength={6} autoComplete="off" />
        </Field>
        <Field name="budget" label={words.budget} rule={budget} extra={words.budgetHint}>
          <Input prefix="¥" inputMode="decimal" maxLength={15} autoComplete="off" />
        </Field>
      </div>
      {weighs(kind) && <Weights />}
      <div className="field-pair">
        <Form.Item name="startsOn" label={words.starts} extra={words.windowHint}>
          <DayPicker />
        </Form.Item>
        <Form.Item
          name="endsOn"
          label={words.ends}
          dependencies={['startsOn']}
          rules={[
            ({ getFieldValue }) => ({
              validator: (_, typed?: string) =>
                said(typed && typed < String(getFieldValue('startsOn') ?? '') ? words.windowWrong : undefined),
            }),
          ]}
        >
          <DayPicker />
        </Form.Item>
      </div>
      <Form.Item name="review" label={words.review} valuePropName="checked">
        <Switch />
      </Form.Item>
    </>
  )
}

/** Weights is how much of a bet counts towards the turnover, by the kind of its venue. */
function Weights() {
  return (
    <Form.Item label={words.weights} extra={words.weightsHint}>
      <Flex gap={8} wrap="wrap">
        {venueKinds.map((kind) => (
          <Form.Item key={kind} name={['weights', kind]} initialValue="100" rules={[percent]} noStyle>
            <Input
              prefix={words.venueKinds[kind]}
              suffix="%"
              aria-label={`${words.venueKinds[kind]} ${words.weights}`}
              inputMode="numeric"
              maxLength={3}
              autoComplete="off"
              style={{ width: 124 }}
            />
          </Form.Item>
        ))}
      </Flex>
    </Form.Item>
  )
}

interface FieldProps {
  name: keyof TypedRule
  label: string
  rule: object
  extra?: string
  children: ReactNode
}

function Field({ name, label, rule, extra, children }: FieldProps) {
  return (
    <Form.Item name={name} label={label} rules={[rule]} extra={extra} required>
      {children}
    </Form.Item>
  )
}

/** Param is the input of one of a kind's figures. */
function Param({ name }: { name: ParamName }) {
  switch (name) {
    case 'rate':
      return (
        <Field name="rate" label={words.rate} rule={hundredth}>
          <Input suffix="%" inputMode="decimal" maxLength={6} autoComplete="off" />
        </Field>
      )
    case 'winners':
    case 'hours':
      return (
        <Field name={name} label={words[name]} rule={whole}>
          <Input inputMode="numeric" maxLength={4} autoComplete="off" />
        </Field>
      )
    case 'odds':
      return (
        <div className="field-pair">
          <Field name="oddsLocal" label={words.oddsLocal} rule={hundredth}>
            <Input inputMode="decimal" maxLength={7} autoComplete="off" />
          </Field>
          <Field name="oddsEuropean" label={words.oddsEuropean} rule={hundredth}>
            <Input inputMode="decimal" maxLength={7} autoComplete="off" />
          </Field>
        </div>
      )
    case 'tiers':
    case 'packets':
    case 'steps':
    case 'rates':
      return <Rows name={name} />
    default:
      return <Amount name={name} />
  }
}

function Amount({ name }: { name: AmountName }) {
  return (
    <Field name={name} label={words[name]} rule={amount}>
      <Input prefix="¥" inputMode="decimal" maxLength={15} autoComplete="off" />
    </Field>
  )
}

type Cell = { key: string; label: string; rule: object; prefix?: string }

/** The two columns of each table. */
const cellsOf: Record<ListName, readonly [Cell, Cell]> = {
  tiers: [
    { key: 'from', label: words.tierFrom, rule: amount, prefix: '¥' },
    { key: 'draws', label: words.tierDraws, rule: whole },
  ],
  packets: [
    { key: 'amount', label: words.packetAmount, rule: amount, prefix: '¥' },
    { key: 'weight', label: words.packetWeight, rule: whole },
  ],
  steps: [
    { key: 'wins', label: words.stepWins, rule: whole },
    { key: 'percent', label: words.stepPercent, rule: whole },
  ],
  rates: [
    { key: 'level', label: words.rateLevel, rule: whole },
    { key: 'rate', label: words.rateRate, rule: hundredth },
  ],
}

function Rows({ name }: { name: ListName }) {
  return (
    <Form.Item label={words[name]} required extra={name === 'packets' ? words.packetHint : undefined}>
      <Form.List
        name={name}
        rules={[
          { validator: async (_, rows?: unknown[]) => said(rows && rows.length > 0 ? undefined : words.rowsMissing) },
        ]}
      >
        {(rows, { add, remove }, { errors }) => (
          <Flex vertical gap={6}>
            {rows.length > 0 && (
              <div className="field-pair muted small" aria-hidden="true">
                {cellsOf[name].map(({ label }) => (
                  <span key={label}>{label}</span>
                ))}
              </div>
            )}
            {rows.map((row) => (
              <Flex key={row.key} gap={8} align="start">
                {cellsOf[name].map((cell) => (
                  <Form.Item key={cell.key} name={[row.name, cell.key]} rules={[cell.rule]} className="table-cell">
                    <Input
                      aria-label={`${cell.label} ${row.name + 1}`}
                      placeholder={cell.label}
                      prefix={cell.prefix}
                      inputMode="decimal"
                      maxLength={12}
                      autoComplete="off"
                    />
                  </Form.Item>
                ))}
                <Button aria-label={`${words.removeRow} ${row.name + 1}`} onClick={() => remove(row.name)}>
                  ×
                </Button>
              </Flex>
            ))}
            <Button type="dashed" onClick={() => add()}>
              {words.addRow}
            </Button>
            <Form.ErrorList errors={errors} />
          </Flex>
        )}
      </Form.List>
    </Form.Item>
  )
}
