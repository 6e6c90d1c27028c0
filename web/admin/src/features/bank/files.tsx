import { type ReactNode, useMemo, useState } from 'react'
import type { BankFile, BankOptions } from '../../api/wire-bank'
import { Button, type ProColumns, ProFormSelect, Space } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { StateTag } from '../../ui/facts'
import { ListPage } from '../../ui/list-page'
import { Time } from '../../ui/time'
import { useAction } from '../../ui/use-action'
import type { UrlState } from '../../ui/use-url-state'
import { useSession } from '../session/session'

const words = text.bankFile
const idOf = (row: BankFile) => row.id

/** Files lists what was imported, and takes back what belonged to another account. */
export function Files({ url, above, options }: { url: UrlState; above: ReactNode; options: BankOptions | undefined }) {
  const { may } = useSession()
  const [undoing, setUndoing] = useState<BankFile>()
  const { setFilters } = url
  const undoes = may('bank.import')
  const columns = useMemo(
    () => fileColumns((file) => setFilters({ file: file.id }), undoes ? setUndoing : undefined),
    [setFilters, undoes],
  )
  return (
    <>
      <ListPage<BankFile>
        title={text.bank.tabs.files}
        name="bank-files"
        path="/bank/files"
        url={url}
        fixed={{ show: undefined }}
        columns={columns}
        rowKey={idOf}
        empty={words.empty}
        above={above}
        filters={[
          <ProFormSelect
            key="account"
            name="account"
            label={text.bank.account}
            options={(options?.accounts ?? []).map(({ id, label }) => ({ value: id, label }))}
          />,
        ]}
      />
      {undoing && <UndoDialog file={undoing} onClose={() => setUndoing(undefined)} />}
    </>
  )
}

function UndoDialog({ file, onClose }: { file: BankFile; onClose: () => void }) {
  const { run, running } = useAction(words.undoneDone)
  return (
    <ActionDialog<{ reason: string }>
      title={words.undoTitle}
      okText={words.undo}
      danger
      quickReasons={words.quickUndo}
      running={running}
      onSend={(values) => run(`/bank/files/${file.id}/undo`, values)}
      onClose={onClose}
    >
      {words.undoExplain}
    </ActionDialog>
  )
}

function fileColumns(onShow: (file: BankFile) => void, onUndo?: (file: BankFile) => void): ProColumns<BankFile>[] {
  return [
    { title: words.made, key: 'made', fixed: 'left', render: (_, row) => <Time ms={row.madeAt} /> },
    { title: text.bank.account, key: 'account', render: (_, row) => row.label },
    { title: words.name, key: 'name', ellipsis: true, width: 200, render: (_, row) => row.name },
    { title: words.lines, key: 'lines', align: 'right', render: (_, row) => row.lines },
    { title: words.added, key: 'added', align: 'right', render: (_, row) => row.added },
    { title: words.leftOut, key: 'leftOut', align: 'right', render: (_, row) => row.leftOut },
    {
      title: words.range,
      key: 'range',
      render: (_, row) => (
        <>
          <Time ms={row.first} /> – <Time ms={row.last} />
        </>
      ),
    },
    { title: words.by, key: 'by', render: (_, row) => row.madeBy },
    {
      title: text.bank.state,
      key: 'state',
      render: (_, row) =>
        row.undoneAt === null ? (
          '—'
        ) : (
          <Space>
            <StateTag label={words.undone} tone="default" />
            <span className="muted small">
              {row.undoneBy} {row.reason}
            </span>
          </Space>
        ),
    },
    {
      title: '',
      key: 'act',
      render: (_, row) => (
        <Space>
          <Button size="small" onClick={() => onShow(row)}>
            {words.show}
          </Button>
          {onUndo && row.undoneAt === null && (
            <Button size="small" danger onClick={() => onUndo(row)}>
              {words.undo}
            </Button>
          )}
        </Space>
      ),
    },
  ]
}
