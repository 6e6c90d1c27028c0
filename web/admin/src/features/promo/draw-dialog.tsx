import { gmtDay } from '@shared/clock'
import { addDays } from '@shared/days'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get } from '../../api/client'
import type { Page, Promo, PromoDraw, PromoEntrant, PromoWinner } from '../../api/wire'
import { Alert, Button, Flex, Input, Modal, Table, type TableColumnsType, Typography } from '../../kit'
import { text } from '../../text/zh-cn'
import { Facts, Section } from '../../ui/facts'
import { Yuan } from '../../ui/money'
import { LoadFailed, LoadingRows } from '../../ui/states'
import { Time } from '../../ui/time'

const words = text.promo
const namesOnPage = 50

const columns: TableColumnsType<PromoWinner & { again: PromoWinner | undefined }> = [
  { title: words.place, align: 'right', render: (_, row) => row.place },
  { title: words.winner, render: (_, row) => row.player },
  { title: words.sum, align: 'right', render: (_, row) => <Yuan value={row.amount} strong /> },
  {
    title: words.again,
    render: (_, { again }) =>
      again ? (
        <>
          {again.place} · {again.player} · <Yuan value={again.amount} />
        </>
      ) : (
        '—'
      ),
  },
]

/** DrawDialog shows a month's draw so that anybody can do it again: the names, their digest, the seed, and both results. */
export function DrawDialog({ promo, onClose }: { promo: Promo; onClose: () => void }) {
  // A month is drawn in the first days of the next one.
  const [month, setMonth] = useState(addDays(`${gmtDay().slice(0, 7)}-01`, -1).slice(0, 7))
  const path = `/promotions/${promo.id}/draw/${month}-01`
  const draw = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => get<PromoDraw>(path, { signal }),
    enabled: /^\d{4}-\d{2}$/.test(month),
    retry: false,
  })
  return (
    <Modal
      open
      title={words.drawTitle(promo.rule.name)}
      width={820}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{text.action.close}</Button>}
    >
      <Flex vertical gap={12}>
        <p className="muted">{words.drawExplain}</p>
        <div className="inline-field">
          <label htmlFor="promo-month">{words.drawMonth}</label>
          <Input id="promo-month" type="month" value={month} onChange={(event) => setMonth(event.target.value)} />
        </div>
        {draw.isError ? (
          <LoadFailed message={draw.error.message} onRetry={() => draw.refetch()} />
        ) : draw.data ? (
          <Proof draw={draw.data} />
        ) : (
          <LoadingRows rows={6} />
        )}
      </Flex>
    </Modal>
  )
}

function Proof({ draw }: { draw: PromoDraw }) {
  return (
    <>
      <Alert type={draw.same ? 'success' : 'error'} showIcon title={draw.same ? words.same : words.differs} />
      <Facts
        columns={1}
        facts={[
          [words.drawnAt, <Time key="at" ms={draw.at} />],
          [words.entrants, words.people(draw.entrants)],
          [words.digest, <Copied key="digest" value={draw.digest} />],
          [words.seed, <Copied key="seed" value={draw.seed} />],
        ]}
      />
      <Table
        size="small"
        rowKey="place"
        columns={columns}
        dataSource={draw.winners.map((winner, at) => ({ ...winner, again: draw.again[at] }))}
        pagination={false}
        scroll={{ x: 'max-content' }}
      />
      <Section title={words.names}>
        <Entrants rule={draw.rule} day={draw.period} />
      </Section>
    </>
  )
}

/** The names in their places, as the digest is of them. */
function Entrants({ rule, day }: { rule: number; day: string }) {
  const [page, setPage] = useState(1)
  const query = { rule, day, page, size: namesOnPage }
  const names = useQuery({
    queryKey: ['/promo/entrants', query],
    queryFn: ({ signal }) => get<Page<PromoEntrant>>('/promo/entrants', { query, signal }),
    placeholderData: keepPreviousData,
  })
  if (names.isError) return <LoadFailed message={names.error.message} onRetry={() => names.refetch()} />
  return (
    <Table<PromoEntrant>
      size="small"
      rowKey="place"
      loading={names.isPending}
      columns={[
        { title: words.place, align: 'right', width: 120, render: (_, row) => row.place },
        { title: words.player, render: (_, row) => row.player },
      ]}
      dataSource={names.data?.items ?? []}
      pagination={{
        current: page,
        pageSize: namesOnPage,
        total: names.data?.total ?? 0,
        showSizeChanger: false,
        onChange: setPage,
      }}
      scroll={{ y: 240 }}
    />
  )
}

const Copied = ({ value }: { value: string }) => (
  <Typography.Text className="mono" copyable>
    {value}
  </Typography.Text>
)
