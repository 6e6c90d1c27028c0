import { useMemo, useState } from 'react'
import type { Approval } from '../../api/wire'
import { text } from '../../text/zh-cn'
import { ListPage } from '../../ui/list-page'
import { useUrlState } from '../../ui/use-url-state'
import { approvalColumns, type Decision, DecisionDialog } from './approvals-page'

const words = text.approval
const idOf = (row: Approval) => row.id
const nobody = () => undefined

/** MyRequests is what this person asked a second person for, with what became of it; what waits can be taken back. */
export function MyRequests() {
  const url = useUrlState()
  const [decision, setDecision] = useState<Decision>()
  const columns = useMemo(() => approvalColumns(setDecision, true), [])
  return (
    <>
      <ListPage<Approval>
        title={words.mine}
        name="requests"
        path="/requests"
        url={url}
        columns={columns}
        rowKey={idOf}
        poll={15_000}
        empty={words.mineEmpty}
      />
      {decision && <DecisionDialog {...decision} onInvited={nobody} onClose={() => setDecision(undefined)} />}
    </>
  )
}
