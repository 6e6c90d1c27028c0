import { useState } from 'react'
import { Link } from 'react-router'
import type { ContractVersion, VenueDetail, VenueKeys } from '../../api/wire'
import { Alert, Button, Table } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { useDetail } from '../../ui/detail-drawer'
import { Section, StateTag, type Tone } from '../../ui/facts'
import { LoadFailed, LoadingRows } from '../../ui/states'
import { Time } from '../../ui/time'
import { useSession } from '../session/session'
import { ContractDialog } from './contract-dialog'

const words = text.venue

type VersionState = 'running' | 'approved' | 'entered'
const tone: Record<VersionState, Tone> = { running: 'success', approved: 'warning', entered: 'default' }

/** Keys shows what was entered of a venue's contract: which fields, by whom and when, and never a value. */
export function Keys({ venue }: { venue: VenueDetail }) {
  const { may } = useSession()
  const [entering, setEntering] = useState(false)
  const keys = useDetail<VenueKeys>(`/venues/${encodeURIComponent(venue.code)}/contract`)
  const enters = may('venue.contract') && keys.data !== undefined && keys.data.approvalId === null
  return (
    <Section
      title={words.keys}
      extra={
        enters && (
          <Button size="small" onClick={() => setEntering(true)}>
            {words.enter}
          </Button>
        )
      }
    >
      {keys.isPending ? (
        <LoadingRows rows={3} />
      ) : keys.data === undefined ? (
        <LoadFailed message={keys.error?.message ?? ''} onRetry={() => keys.refetch()} />
      ) : (
        <>
          <Notices keys={keys.data} />
          <Versions keys={keys.data} />
          <p className="muted small">{words.keysHint}</p>
        </>
      )}
      {entering && keys.data && <ContractDialog venue={venue} keys={keys.data} onClose={() => setEntering(false)} />}
    </Section>
  )
}

function Notices({ keys }: { keys: VenueKeys }) {
  const { may } = useSession()
  return (
    <>
      {keys.unusable && <Alert type="error" showIcon title={words.keysUnusable(keys.running)} />}
      {keys.restart && <Alert type="warning" showIcon title={words.keysRestart} />}
      {keys.inFile && <Alert type="info" showIcon title={words.keysInFile} />}
      {keys.approvalId !== null && (
        <Alert
          type="info"
          showIcon
          title={words.keysWaiting}
          action={may('approval.view') && <Link to={paths.approvals}>{words.toApprovals}</Link>}
        />
      )}
    </>
  )
}

function Versions({ keys }: { keys: VenueKeys }) {
  const stateOf = (row: ContractVersion): VersionState => {
    if (row.approvedAt === null) return 'entered'
    return row.version === keys.running && !keys.unusable ? 'running' : 'approved'
  }
  return (
    <Table<ContractVersion>
      size="small"
      rowKey="version"
      dataSource={keys.versions}
      pagination={false}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: words.keysNone }}
      columns={[
        {
          title: words.version,
          render: (_, row) => (
            <>
              {words.versionOf(row.version)}{' '}
              <StateTag label={words.versionStates[stateOf(row)]} tone={tone[stateOf(row)]} />
            </>
          ),
        },
        { title: words.protocol, render: (_, row) => row.protocol },
        { title: words.host, render: (_, row) => row.host },
        { title: words.fieldsSet, render: (_, row) => row.fields.join('、') },
        {
          title: words.enteredBy,
          render: (_, row) => (
            <>
              {row.madeBy} <Time ms={row.madeAt} />
            </>
          ),
        },
        {
          title: words.approvedBy,
          render: (_, row) => (
            <>
              {row.approvedBy} <Time ms={row.approvedAt} />
            </>
          ),
        },
      ]}
    />
  )
}
