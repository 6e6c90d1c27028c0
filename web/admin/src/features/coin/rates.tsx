import { useState } from 'react'
import type { CoinRate, Items } from '../../api/wire'
import { Button, Space, type TableColumnsType } from '../../kit'
import { text } from '../../text/zh-cn'
import { useDetail } from '../../ui/detail-drawer'
import { StateTag } from '../../ui/facts'
import { Time } from '../../ui/time'
import { useSession } from '../session/session'
import { HistoryButton } from '../setting/versions'
import { formatCoins, networkName } from './coins'
import { historyOf, RateDialog } from './rate-dialog'
import { TableCard } from './table-card'

const words = text.coin
const keyOf = (rate: CoinRate) => `${rate.network} ${rate.direction}`

/** CoinRates is what one USDT costs, by network and by direction. */
export function CoinRates() {
  const manages = useSession().may('coin.manage')
  const [edited, setEdited] = useState<CoinRate | 'new'>()
  const rates = useDetail<Items<CoinRate>>('/coins/rates').data?.items
  const rate = edited === 'new' ? undefined : rates?.find((now) => edited && keyOf(now) === keyOf(edited))
  return (
    <>
      <TableCard<CoinRate>
        title={words.rates}
        path="/coins/rates"
        columns={columns(manages ? setEdited : undefined)}
        rowKey={keyOf}
        empty={words.noRates}
        extra={
          manages && (
            <Button size="small" onClick={() => setEdited('new')}>
              {words.addRate}
            </Button>
          )
        }
      />
      {edited && <RateDialog rate={rate} onClose={() => setEdited(undefined)} />}
    </>
  )
}

function columns(onEdit?: (rate: CoinRate) => void): TableColumnsType<CoinRate> {
  return [
    { title: words.network, render: (_, row) => <strong>{networkName(row.network)}</strong> },
    { title: words.direction, render: (_, row) => words.directions[row.direction] },
    { title: words.rate, align: 'right', render: (_, row) => <strong className="yuan">¥{row.rate}</strong> },
    {
      title: words.bounds,
      align: 'right',
      render: (_, row) => (
        <span className="yuan">
          {formatCoins(row.least)} – {formatCoins(row.most)}
        </span>
      ),
    },
    {
      title: words.state,
      render: (_, row) => (
        <>
          <StateTag label={row.open ? words.open : words.closed} tone={row.open ? 'success' : 'default'} />
          {row.stale && <StateTag label={words.stale} tone="error" />}
          {row.approvalId !== null && <StateTag label={words.waiting} tone="processing" />}
        </>
      ),
    },
    { title: words.madeBy, render: (_, row) => row.madeBy },
    { title: words.madeAt, render: (_, row) => <Time ms={row.madeAt} /> },
    {
      title: text.detail.actions,
      width: 150,
      fixed: 'right' as const,
      render: (_, row) => (
        <Space size={4}>
          {onEdit && (
            <Button
              size="small"
              aria-label={words.editRateOf(networkName(row.network), words.directions[row.direction])}
              disabled={row.approvalId !== null}
              onClick={() => onEdit(row)}
            >
              {words.edit}
            </Button>
          )}
          <HistoryButton
            label={words.rateName(networkName(row.network), words.directions[row.direction])}
            path={historyOf(row)}
          />
        </Space>
      ),
    },
  ]
}
