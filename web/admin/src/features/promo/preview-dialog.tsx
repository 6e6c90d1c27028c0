import { gmtDay } from '@shared/clock'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get } from '../../api/client'
import type { Promo, PromoPreview } from '../../api/wire'
import { Button, Flex, Input, Modal, Table, type TableColumnsType } from '../../kit'
import { text } from '../../text/zh-cn'
import { Facts, Section } from '../../ui/facts'
import { Yuan } from '../../ui/money'
import { EmptyRows, LoadFailed, LoadingRows } from '../../ui/states'
import { Time } from '../../ui/time'

const words = text.promo

const columns: TableColumnsType<PromoPreview['largest'][number]> = [
  { title: words.player, render: (_, row) => row.player },
  { title: words.basis, align: 'right', render: (_, row) => <Yuan value={row.basis} /> },
  { title: words.sum, align: 'right', render: (_, row) => <Yuan value={row.amount} strong /> },
  { title: words.remark, render: (_, row) => row.remark },
]

/** PreviewDialog is the dry run: what the week or month around a day would be paid now. It changes nothing. */
export function PreviewDialog({ promo, onClose }: { promo: Promo; onClose: () => void }) {
  const [day, setDay] = useState(gmtDay())
  const path = `/promotions/${promo.id}/preview/${day}`
  const preview = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => get<PromoPreview>(path, { signal }),
    enabled: day !== '',
  })
  return (
    <Modal
      open
      title={words.previewTitle(promo.rule.name)}
      width={760}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{text.action.close}</Button>}
    >
      <Flex vertical gap={12}>
        <p className="muted">{words.previewExplain}</p>
        <div className="inline-field">
          <label htmlFor="promo-day">{words.day}</label>
          <Input id="promo-day" type="date" value={day} onChange={(event) => setDay(event.target.value)} />
        </div>
        {preview.data ? (
          <>
            <Facts
              facts={[
                [words.period, preview.data.period],
                [words.due, <Time key="due" ms={preview.data.dueAt} />],
                promo.kind === 'surprise'
                  ? [words.entrants, words.people(preview.data.entrants)]
                  : [words.looked, words.people(preview.data.players)],
                [words.expected, preview.data.awards],
                [words.expectedSum, <Yuan key="sum" value={preview.data.amount} strong />],
              ]}
            />
            <Section title={words.largest}>
              <Table
                size="small"
                rowKey="player"
                columns={columns}
                dataSource={preview.data.largest}
                pagination={false}
                scroll={{ x: 'max-content' }}
                locale={{ emptyText: <EmptyRows text={words.noneExpected} /> }}
              />
            </Section>
          </>
        ) : preview.isError ? (
          <LoadFailed message={preview.error.message} onRetry={() => preview.refetch()} />
        ) : (
          <LoadingRows rows={5} />
        )}
      </Flex>
    </Modal>
  )
}
