import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { Case } from '../../api/wire'
import { Button, type ProColumns, ProFormSelect, ProFormText, Space } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { StateTag } from '../../ui/facts'
import { ListPage } from '../../ui/list-page'
import { Time } from '../../ui/time'
import { useUrlState } from '../../ui/use-url-state'
import { Waiting } from '../../ui/waiting'
import { useSession } from '../session/session'
import { CaseAmount } from './case-amount'
import { CaseDrawer } from './case-drawer'
import { RecordDialog } from './record-dialog'
import { kindTone } from './rules'

const words = text.case
const idOf = (row: Case) => row.id
const hour = 3_600_000

export default function CasesPage() {
  const url = useUrlState()
  const { may } = useSession()
  const { setOpen } = url
  const [recording, setRecording] = useState(false)
  const columns = useMemo(() => caseColumns((row) => setOpen(row.id)), [setOpen])
  // The API asks for an instant; the address keeps how long ago, so that a kept link goes on meaning it.
  const fixed = useMemo(
    () => ({ age: undefined, before: url.filters.age ? Date.now() - Number(url.filters.age) * hour : undefined }),
    [url.filters.age],
  )
  return (
    <>
      <ListPage<Case>
        title={words.title}
        name="cases"
        path="/cases"
        url={url}
        fixed={fixed}
        columns={columns}
        rowKey={idOf}
        poll={15_000}
        onOpen={(row) => setOpen(row.id)}
        empty={words.empty}
        toolbar={
          <Space>
            <Link to={paths.forfeits}>{words.forfeits.link}</Link>
            {may('deposit.confirm') && (
              <Button key="record" onClick={() => setRecording(true)}>
                {words.record}
              </Button>
            )}
          </Space>
        }
        filters={[
          <ProFormSelect key="kind" name="kind" label={words.kind} valueEnum={words.kinds} />,
          <ProFormSelect key="age" name="age" label={words.age} valueEnum={words.ages} />,
          <ProFormText key="player" name="player" label={words.player} />,
          <ProFormText key="min" name="min" label={words.min} />,
          <ProFormText key="max" name="max" label={words.max} />,
        ]}
      />
      <CaseDrawer id={url.open} onClose={() => setOpen(undefined)} />
      {recording && <RecordDialog onClose={() => setRecording(false)} onDone={(id) => setOpen(`money:${id}`)} />}
    </>
  )
}

function caseColumns(onOpen: (row: Case) => void): ProColumns<Case>[] {
  return [
    {
      title: words.subject,
      key: 'title',
      fixed: 'left',
      render: (_, row) => (
        <Button type="link" size="small" className="link-button" onClick={() => onOpen(row)}>
          {row.title}
        </Button>
      ),
    },
    {
      title: words.kind,
      key: 'kind',
      render: (_, row) => (
        <Space size={4}>
          <StateTag label={words.kinds[row.kind]} tone={kindTone[row.kind]} />
          {row.approvalId !== null && <StateTag label={text.approval.states.pending} tone="processing" />}
        </Space>
      ),
    },
    {
      title: words.player,
      key: 'player',
      render: (_, row) => (row.playerId === null ? '—' : <Link to={paths.player(row.playerId)}>{row.player}</Link>),
    },
    { title: words.amount, key: 'amount', align: 'right', render: (_, row) => <CaseAmount of={row} /> },
    { title: words.age, key: 'age', render: (_, row) => <Waiting since={row.since} queue="case" /> },
    { title: words.reason, key: 'reason', render: (_, row) => row.reason ?? '—' },
    { title: words.since, key: 'since', render: (_, row) => <Time ms={row.since} /> },
  ]
}
