import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get } from '../../api/client'
import type { VipAward, VipDry, VipProgrammeName } from '../../api/wire'
import { Button, Empty, Flex, Segmented, Table } from '../../kit'
import { text } from '../../text/zh-cn'
import { Facts, Section } from '../../ui/facts'
import { EmptyRows, LoadFailed, LoadingRows } from '../../ui/states'
import { Time } from '../../ui/time'
import { Bonus } from '../fund/bonus'
import { awardColumns } from './award-columns'
import { SumTable } from './sum-table'

const words = text.vip
const pageSize = 20
const programmes = (Object.keys(words.programmes) as VipProgrammeName[]).map((value) => ({
  value,
  label: words.programmes[value],
}))

/** DryTab works out the next run as if it ran now. It goes through all players, so it is made only when asked for. */
export function DryTab() {
  const [programme, setProgramme] = useState<VipProgrammeName>('track')
  const [asked, setAsked] = useState(false)
  const [page, setPage] = useState(1)
  const query = { programme, page, size: pageSize }
  const dry = useQuery({
    queryKey: ['/vip/dry', query],
    queryFn: ({ signal }) => get<VipDry>('/vip/dry', { query, signal }),
    enabled: asked,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const choose = (next: VipProgrammeName) => {
    setProgramme(next)
    setPage(1)
    setAsked(false)
  }
  return (
    <Flex vertical gap={16}>
      <span className="muted">{words.dryExplain}</span>
      <Flex gap={12} align="center" wrap>
        <Segmented aria-label={words.programme} options={programmes} value={programme} onChange={choose} />
        <Button type="primary" loading={dry.isFetching} onClick={() => (asked ? void dry.refetch() : setAsked(true))}>
          {asked ? words.dryAgain : words.dryRun}
        </Button>
      </Flex>
      {!asked ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={words.dryEmpty} />
      ) : dry.data ? (
        <Result dry={dry.data} page={page} onPage={setPage} />
      ) : dry.isPending ? (
        <LoadingRows />
      ) : (
        <LoadFailed message={dry.error?.message ?? ''} onRetry={() => dry.refetch()} />
      )}
    </Flex>
  )
}

const columns = awardColumns({ run: false, dry: true })

function Result({ dry, page, onPage }: { dry: VipDry; page: number; onPage: (page: number) => void }) {
  return (
    <>
      <Facts
        columns={3}
        facts={[
          [words.nextRun, <Time key="next" ms={dry.nextRun} />],
          [words.upto, dry.upto],
          [words.dryPlayers, words.people(dry.players)],
          [words.dryPaid, <Bonus key="paid" value={dry.paid} strong />],
          [words.dryWithheld, <Bonus key="withheld" value={dry.withheld} />],
          [words.awardsCount, words.count(dry.total)],
        ]}
      />
      <Section title={words.sums}>
        <SumTable dry sums={dry.sums} />
      </Section>
      <Section title={words.dryAwards}>
        <Table<VipAward>
          size="small"
          rowKey="id"
          columns={columns}
          dataSource={dry.items}
          scroll={{ x: 'max-content' }}
          locale={{ emptyText: <EmptyRows text={words.dryNothing} /> }}
          pagination={{
            current: page,
            pageSize,
            total: dry.total,
            showSizeChanger: false,
            hideOnSinglePage: true,
            showTotal: text.list.total,
            onChange: onPage,
          }}
        />
      </Section>
    </>
  )
}
