import type { CoinNetwork, CoinRate, Outcome } from '../../api/wire'
import { Alert, Form, Input, Select, Switch } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { useAction } from '../../ui/use-action'
import { NewerVersion, useOpened } from '../setting/versions'
import { networkName } from './coins'
import { boundsWrong, check, movedBy, rateWrong } from './rules'

const words = text.coin
const optionsOf = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }))

interface Values {
  network: CoinNetwork
  direction: CoinRate['direction']
  rate: string
  least: string
  most: string
  open: boolean
  reason: string
}

/** historyOf is the call that lists the versions of a rate. */
export const historyOf = ({ network, direction }: CoinRate) =>
  `/coins/rates/history?network=${network}&direction=${direction}`

/** RateDialog sets what one USDT costs; another person decides, and orders that were made keep theirs. */
export function RateDialog({ rate: now, onClose }: { rate?: CoinRate; onClose: () => void }) {
  const { run, running } = useAction<Outcome>(words.saved)
  const [rate, base] = useOpened(now)
  return (
    <ActionDialog<Values>
      title={rate ? words.rateTitle(networkName(rate.network), words.directions[rate.direction]) : words.addRateTitle}
      okText={words.submit}
      running={running}
      quickReasons={words.quickRate}
      initial={
        rate
          ? {
              network: rate.network,
              direction: rate.direction,
              rate: rate.rate,
              least: rate.least,
              most: rate.most,
              open: rate.open,
            }
          : { direction: 'deposit', open: true }
      }
      onSend={(values) =>
        run('/coins/rates', {
          ...values,
          base: base.version,
          ...(rate && { network: rate.network, direction: rate.direction }),
        })
      }
      onClose={onClose}
      fields={<RateFields rate={rate} />}
    >
      {rate && <NewerVersion base={base} path={historyOf(rate)} />}
      <Alert type="info" showIcon title={words.rateEffect} className="spaced" />
    </ActionDialog>
  )
}

function RateFields({ rate }: { rate?: CoinRate }) {
  const moved = movedBy(rate?.rate, Form.useWatch<string | undefined>('rate'))
  return (
    <>
      {rate === undefined && (
        <div className="field-pair">
          <Form.Item name="network" label={words.network} rules={[{ required: true, message: text.action.required }]}>
            <Select options={optionsOf(words.networks)} />
          </Form.Item>
          <Form.Item name="direction" label={words.direction} required>
            <Select options={optionsOf(words.directions)} />
          </Form.Item>
        </div>
      )}
      <Form.Item
        name="rate"
        label={words.rateField}
        extra={moved === undefined ? words.rateHint : words.moved(rate?.rate ?? '', moved)}
        rules={[{ validator: (_, typed?: string) => check(rateWrong(typed)) }]}
        required
      >
        <Input prefix="¥" inputMode="decimal" maxLength={11} autoComplete="off" />
      </Form.Item>
      <div className="field-pair">
        <Form.Item
          name="least"
          label={words.least}
          dependencies={['most']}
          rules={[
            ({ getFieldValue }) => ({
              validator: (_, typed?: string) => check(boundsWrong(typed, getFieldValue('most') as string | undefined)),
            }),
          ]}
          required
        >
          <Input suffix={words.unit} inputMode="decimal" maxLength={15} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="most"
          label={words.most}
          rules={[{ required: true, whitespace: true, message: text.action.required }]}
        >
          <Input suffix={words.unit} inputMode="decimal" maxLength={15} autoComplete="off" />
        </Form.Item>
      </div>
      <Form.Item name="open" label={words.openField} valuePropName="checked" extra={words.openHint}>
        <Switch />
      </Form.Item>
    </>
  )
}
