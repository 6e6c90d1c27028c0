import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { get } from '../../api/client'
import type { Page, VipAward, VipRunDetail } from '../../api/wire'
import { Button, Flex, Table } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { DetailDrawer } from '../../ui/detail-drawer'
import { Facts, Section, StateTag } from '../../ui/facts'
import { EmptyRows, LoadFailed, LoadingRows } from '../../ui/states'
import { Time } from '../../ui/time'
import { Bonus } from '../fund/bonus'
import { awardColumns } from './award-columns'
import { SumTable } from './sum-table'
import { runTone } from './tones'

const words = text.vip
const pageSize = 20

/** RunDrawer shows one week or month: what it worked by, what it brought level by level, and to whom. */
export function RunDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  return (
    <DetailDrawer<VipRunDetail> title={words.run} path={id && `/vip/runs/${encodeURIComponent(id)}`} onClose={onClose}>
      {(run) => (
        <>
          <Facts
            facts={[
              [words.programme, words.programmes[run.programme]],
              [words.upto, run.upto],
              [words.state, <StateTag key="state" label={words.runStates[run.state]} tone={runTone[run.state]} />],
              [words.dueAt, <Time key="due" ms={run.dueAt} />],
              [words.openedAt, <Time key="opened" ms={run.openedAt} />],
              [words.endedAt, <Time key="ended" ms={run.endedAt} />],
              [words.players, words.people(run.players)],
              [words.awardsCount, words.count(run.awards)],
              [words.paid, <Bonus key="paid" value={run.paid} strong />],
              [words.withheld, <Bonus key="withheld" value={run.withheld} />],
            ]}
          />
          <Facts
            columns={1}
            facts={[
              [words.setting, run.setting],
              [
                words.versions,
                run.tables.map(({ track, version }) => words.version(words.tracks[track], version)).join('；'),
              ],
            ]}
          />
          <Section title={words.sums}>
            <SumTable sums={run.sums} />
          </Section>
          <Section title={words.runAwards} extra={<Link to={paths.vipAwards(run.id)}>{words.allAwards}</Link>}>
            <AwardsOfRun key={run.id} run={run.id} />
          </Section>
        </>
      )}
    </DetailDrawer>
  )
}

const columns = awardColumns({ run: false })

/** The drawer's pages are its own: those in the address are the list's behind it. */
function AwardsOfRun({ run }: { run: string }) {
  const [at, setAt] = useState<{ after?: string; upto?: string }>({})
  const query = { run, size: pageSize, ...at }
  const awards = useQuery({
    queryKey: ['/vip/awards', query],
    queryFn: ({ signal }) => get<Page<VipAward>>('/vip/awards', { query, signal }),
    placeholderData: keepPreviousData,
  })
  if (awards.isPending) return <LoadingRows />
  if (awards.data === undefined) {
    return <LoadFailed message={awards.error?.message ?? ''} onRetry={() => awards.refetch()} />
  }
  const { walk } = awards.data
  return (
    <>
      <Table<VipAward>
        size="small"
        rowKey="id"
        columns={columns}
        dataSource={awards.data.items}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: <EmptyRows text={words.noAwards} /> }}
        pagination={false}
      />
      {(walk?.next || walk?.prev) && (
        <Flex justify="end" align="center" gap={8}>
          <span className="muted">{text.list.total(awards.data.total)}</span>
          <Button size="small" disabled={!walk.prev} onClick={() => setAt({ upto: walk.prev ?? undefined })}>
            {text.list.prev}
          </Button>
          <Button size="small" disabled={!walk.next} onClick={() => setAt({ after: walk.next ?? undefined })}>
            {text.list.next}
          </Button>
        </Flex>
      )}
    </>
  )
}
