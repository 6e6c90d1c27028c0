import { useState } from 'react'
import type { Outcome, PayoutWallet } from '../../api/wire'
import { Alert, Button, type TableColumnsType } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { StateTag } from '../../ui/facts'
import { Time } from '../../ui/time'
import { useAction } from '../../ui/use-action'
import { useSession } from '../session/session'
import { Long, networkName } from './coins'
import { AddressFields, type AddressValues } from './payees'
import { walletWrong } from './rules'
import { TableCard } from './table-card'

const words = text.coin

/** PayoutWallets are the wallets that pay withdrawals. Taking one out of use needs one person, all else two. */
export function PayoutWallets() {
  const manages = useSession().may('coin.manage')
  const [adding, setAdding] = useState<PayoutWallet | 'new'>()
  const [off, setOff] = useState<PayoutWallet>()
  return (
    <>
      <TableCard<PayoutWallet>
        title={words.wallets}
        path="/coins/wallets"
        columns={columns(manages, setOff, setAdding)}
        rowKey={(row) => row.id}
        empty={words.noWallets}
        extra={
          manages && (
            <Button size="small" type="primary" onClick={() => setAdding('new')}>
              {words.addWallet}
            </Button>
          )
        }
      />
      {adding && <WalletDialog wallet={adding === 'new' ? undefined : adding} onClose={() => setAdding(undefined)} />}
      {off && <DisableDialog wallet={off} onClose={() => setOff(undefined)} />}
    </>
  )
}

function columns(
  manages: boolean,
  onDisable: (wallet: PayoutWallet) => void,
  onEnable: (wallet: PayoutWallet) => void,
): TableColumnsType<PayoutWallet> {
  return [
    { title: words.network, render: (_, row) => <strong>{networkName(row.network)}</strong> },
    { title: words.label, render: (_, row) => row.label },
    { title: words.address, render: (_, row) => <Long value={row.address} /> },
    {
      title: words.state,
      render: (_, row) => (
        <>
          <StateTag label={row.enabled ? words.inUse : words.disabled} tone={row.enabled ? 'success' : 'default'} />
          {row.altered && <StateTag label={words.walletAltered} tone="error" />}
          {row.approvalId !== null && <StateTag label={words.waiting} tone="processing" />}
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
            render: (_: unknown, row: PayoutWallet) =>
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

/** WalletDialog asks for a wallet to be registered; another person sees its address in full and decides. */
function WalletDialog({ wallet, onClose }: { wallet?: PayoutWallet; onClose: () => void }) {
  const { run, running } = useAction<Outcome>(words.saved)
  return (
    <ActionDialog<AddressValues>
      title={wallet ? words.enableWalletTitle : words.addWalletTitle}
      okText={words.submit}
      running={running}
      quickReasons={words.quickWallet}
      initial={wallet && { network: wallet.network, address: wallet.address, label: wallet.label }}
      onSend={(values) =>
        run('/coins/wallets', wallet ? { ...values, network: wallet.network, address: wallet.address } : values)
      }
      onClose={onClose}
      fields={<AddressFields fixed={wallet !== undefined} hint={words.walletHint} wrong={walletWrong} />}
    >
      <Alert type="warning" showIcon title={words.walletExplain} className="spaced" />
    </ActionDialog>
  )
}

function DisableDialog({ wallet, onClose }: { wallet: PayoutWallet; onClose: () => void }) {
  const { run, running } = useAction(words.disabledDone)
  return (
    <ActionDialog<{ reason: string }>
      title={words.disableWalletTitle}
      okText={words.disable}
      danger
      running={running}
      quickReasons={words.quickDisable}
      onSend={(values) => run(`/coins/wallets/${wallet.id}/disable`, values)}
      onClose={onClose}
    >
      <p>
        {networkName(wallet.network)} · {wallet.label}
      </p>
      <p className="mono">{wallet.address}</p>
      <p>{words.disableWalletExplain}</p>
    </ActionDialog>
  )
}
