import { useState } from 'react'
import type { CoinNetwork, CoinPayee, Outcome } from '../../api/wire'
import { Alert, Button, Form, Input, Select, type TableColumnsType } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { StateTag } from '../../ui/facts'
import { Time } from '../../ui/time'
import { useAction } from '../../ui/use-action'
import { useSession } from '../session/session'
import { Coins, Long, networkName } from './coins'
import { addressWrong, check } from './rules'
import { TableCard } from './table-card'

const words = text.coin

/** CoinPayees are the addresses players send coins to. Taking one out of use needs one person, all else two. */
export function CoinPayees() {
  const manages = useSession().may('coin.manage')
  const [adding, setAdding] = useState<CoinPayee | 'new'>()
  const [off, setOff] = useState<CoinPayee>()
  return (
    <>
      <TableCard<CoinPayee>
        title={words.payees}
        path="/coins/payees"
        columns={columns(manages, setOff, setAdding)}
        rowKey={(row) => row.id}
        empty={words.noPayees}
        extra={
          manages && (
            <Button size="small" type="primary" onClick={() => setAdding('new')}>
              {words.addPayee}
            </Button>
          )
        }
      />
      {adding && <PayeeDialog payee={adding === 'new' ? undefined : adding} onClose={() => setAdding(undefined)} />}
      {off && <DisableDialog payee={off} onClose={() => setOff(undefined)} />}
    </>
  )
}

function columns(
  manages: boolean,
  onDisable: (payee: CoinPayee) => void,
  onEnable: (payee: CoinPayee) => void,
): TableColumnsType<CoinPayee> {
  return [
    { title: words.network, render: (_, row) => <strong>{networkName(row.network)}</strong> },
    { title: words.label, render: (_, row) => row.label },
    { title: words.address, render: (_, row) => <Long value={row.address} /> },
    {
      title: words.state,
      render: (_, row) => (
        <>
          <StateTag label={row.enabled ? words.inUse : words.disabled} tone={row.enabled ? 'success' : 'default'} />
          {row.altered && <StateTag label={words.altered} tone="error" />}
          {row.approvalId !== null && <StateTag label={words.waiting} tone="processing" />}
        </>
      ),
    },
    {
      title: words.received,
      align: 'right',
      render: (_, row) => (
        <>
          <Coins value={row.received} strong /> <span className="muted small">{words.count(row.transfers)}</span>
        </>
      ),
    },
    { title: words.changedBy, render: (_, row) => row.changedBy },
    { title: words.changedAt, render: (_, row) => <Time ms={row.changedAt} /> },
    ...(manages
      ? [
          {
            title: text.detail.actions,
            width: 90,
            fixed: 'right' as const,
            render: (_: unknown, row: CoinPayee) =>
              row.enabled ? (
                <Button size="small" danger aria-label={words.disableOf(row.label)} onClick={() => onDisable(row)}>
                  {words.disable}
                </Button>
              ) : (
                <Button
                  size="small"
                  aria-label={words.enableOf(row.label)}
                  disabled={row.approvalId !== null}
                  onClick={() => onEnable(row)}
                >
                  {words.enable}
                </Button>
              ),
          },
        ]
      : []),
  ]
}

export interface AddressValues {
  network: CoinNetwork
  address: string
  label: string
  reason: string
}

/** PayeeDialog asks for an address to be put into use; another person sees it in full and decides. */
function PayeeDialog({ payee, onClose }: { payee?: CoinPayee; onClose: () => void }) {
  const { run, running } = useAction<Outcome>(words.saved)
  return (
    <ActionDialog<AddressValues>
      title={payee ? words.enableTitle : words.addPayeeTitle}
      okText={words.submit}
      running={running}
      quickReasons={words.quickPayee}
      initial={payee && { network: payee.network, address: payee.address, label: payee.label }}
      onSend={(values) =>
        run('/coins/payees', payee ? { ...values, network: payee.network, address: payee.address } : values)
      }
      onClose={onClose}
      fields={<AddressFields fixed={payee !== undefined} hint={words.addressHint} wrong={addressWrong} />}
    >
      <Alert type="warning" showIcon title={words.payeeExplain} className="spaced" />
    </ActionDialog>
  )
}

interface AddressFieldsProps {
  fixed: boolean
  hint: string
  wrong: (network: CoinNetwork | undefined, typed?: string) => string | undefined
}

/** AddressFields are network, address and label of an address of ours. */
export function AddressFields({ fixed, hint, wrong }: AddressFieldsProps) {
  return (
    <>
      <Form.Item name="network" label={words.network} rules={[{ required: true, message: text.action.required }]}>
        <Select disabled={fixed} options={Object.entries(words.networks).map(([value, label]) => ({ value, label }))} />
      </Form.Item>
      <Form.Item
        name="address"
        label={words.address}
        extra={hint}
        dependencies={['network']}
        rules={[
          ({ getFieldValue }) => ({
            validator: (_, typed?: string) => check(wrong(getFieldValue('network') as CoinNetwork | undefined, typed)),
          }),
        ]}
        required
      >
        <Input disabled={fixed} className="mono" maxLength={120} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item
        name="label"
        label={words.label}
        extra={words.labelHint}
        rules={[{ required: true, whitespace: true, message: text.action.required }]}
      >
        <Input maxLength={40} autoComplete="off" />
      </Form.Item>
    </>
  )
}

function DisableDialog({ payee, onClose }: { payee: CoinPayee; onClose: () => void }) {
  const { run, running } = useAction(words.disabledDone)
  return (
    <ActionDialog<{ reason: string }>
      title={words.disableTitle}
      okText={words.disable}
      danger
      running={running}
      quickReasons={words.quickDisable}
      onSend={(values) => run(`/coins/payees/${payee.id}/disable`, values)}
      onClose={onClose}
    >
      <p>
        {networkName(payee.network)} · {payee.label}
      </p>
      <p className="mono">{payee.address}</p>
      <p>{words.disableExplain}</p>
    </ActionDialog>
  )
}
