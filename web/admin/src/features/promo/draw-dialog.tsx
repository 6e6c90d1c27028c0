import { gmtDay } from '@shared/clock'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get } from '../../api/client'
import type { Promo, PromoDraw, PromoWinner } from '../../api/wire'
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
  const [month, setMonth] = useState(gmtDay().slice(0, 7))
  const [page, setPage] = useState(1)
  const path = `/promotions/${promo.id}/draw`
  const draw = useQuery({
    queryKey: [path, month, page],
    queryFn: ({ signal }) => get<PromoDraw>(path, { query: { day: `${month}-01`, page, size: namesOnPage }, signal }),
    enabled: /^\d{4}-\d{2}$/.test(month),
    placeholderData: keepPreviousData,
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
          <Input
            id="promo-month"
            type="month"
            value={month}
            onChange={(event) => {
              setPage(1)
              setMonth(event.target.value)
            }}
          />
        </div>
        {draw.isError ? (
          <LoadFailed message={draw.error.message} onRetry={() => draw.refetch()} />
        ) : draw.data ? (
          <Proof draw={draw.data} page={page} onPage={setPage} />
        ) : (
          <LoadingRows rows={6} />
        )}
      </Flex>
    </Modal>
  )
}

function Proof({ draw, page, onPage }: { draw: PromoDraw; page: number; onPage: (page: number) => void }) {
  const names = draw.names.map((player, at) => ({ player, place: (page - 1) * namesOnPage + at }))
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
        <Table
          size="small"
          rowKey="place"
          columns={[
            { title: words.place, align: 'right', width: 120, render: (_, row) => row.place },
            { title: words.player, render: (_, row) => row.player },
          ]}
          dataSource={names}
          pagination={{
            current: page,
            pageSize: namesOnPage,
            total: draw.entrants,
            showSizeChanger: false,
            onChange: onPage,
          }}
          scroll={{ y: 240 }}
        />
      </Section>
    </>
  )
}

const Copied = ({ value }: { value: string }) => (
  <Typography.Text className="mono" copyable>
    {value}
  </Typography.Text>
)
