import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { get } from '../../api/client'
import type { Page, Withdrawal } from '../../api/wire'
import type { PayoutBatch, PayoutFile } from '../../api/wire-bank'
import { Alert, App, Button, Flex, Modal, type ProColumns, Space, Table } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { StateTag } from '../../ui/facts'
import { ListPage } from '../../ui/list-page'
import { Yuan } from '../../ui/money'
import { LoadFailed, LoadingRows } from '../../ui/states'
import { Time } from '../../ui/time'
import { useAction } from '../../ui/use-action'
import type { UrlState } from '../../ui/use-url-state'
import { useSession } from '../session/session'

const words = text.batch
const idOf = (row: PayoutBatch) => row.id

/** Batches lists the files by which approved withdrawals are paid. */
export function Batches({ url, above }: { url: UrlState; above: ReactNode }) {
  const { may } = useSession()
  const [creating, setCreating] = useState(false)
  const [asked, setAsked] = useState<{ batch: PayoutBatch; what: 'download' | 'cancel' }>()
  const makes = may('withdrawal.batch')
  const columns = useMemo(() => batchColumns(makes ? setAsked : undefined), [makes])
  return (
    <>
      <ListPage<PayoutBatch>
        title={text.bank.tabs.batches}
        name="payout-batches"
        path="/payout-batches"
        url={url}
        fixed={{ show: undefined }}
        columns={columns}
        rowKey={idOf}
        empty={words.empty}
        above={above}
        toolbar={
          makes && (
            <Button type="primary" size="small" onClick={() => setCreating(true)}>
              {words.create}
            </Button>
          )
        }
      />
      {creating && <CreateDialog onClose={() => setCreating(false)} />}
      {asked?.what === 'download' && <DownloadDialog batch={asked.batch} onClose={() => setAsked(undefined)} />}
      {asked?.what === 'cancel' && <CancelDialog batch={asked.batch} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function CreateDialog({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState<string[]>([])
  const { run, running } = useAction<PayoutBatch>(words.created)
  const list = useQuery({
    queryKey: ['/withdrawals', 'batch'],
    queryFn: ({ signal }) => get<Page<Withdrawal>>('/withdrawals', { query: { state: 'approved', size: 100 }, signal }),
  })
  const rows = list.data?.items.filter(({ payout, batch }) => payout === null && batch === 0) ?? []
  return (
    <Modal
      open
      title={words.createTitle}
      width={760}
      onCancel={onClose}
      footer={
        <Button
          type="primary"
          disabled={chosen.length === 0}
          loading={running}
          onClick={async () => {
            const { ok } = await run('/payout-batches', { orders: chosen })
            if (ok) onClose()
          }}
        >
          {words.createOk(chosen.length)}
        </Button>
      }
    >
      <Flex vertical gap={12}>
        <Alert type="info" showIcon title={words.createExplain} />
        {list.isPending ? (
          <LoadingRows rows={4} />
        ) : list.data === undefined ? (
          <LoadFailed message={list.error?.message ?? ''} onRetry={() => list.refetch()} />
        ) : (
          <Table<Withdrawal>
            size="small"
            rowKey="id"
            pagination={false}
            scroll={{ x: 'max-content', y: 380 }}
            dataSource={rows}
            locale={{ emptyText: words.createNone }}
            rowSelection={{ selectedRowKeys: chosen, onChange: (keys) => setChosen(keys.map(String)) }}
            columns={[
              { title: text.bank.order, render: (_, row) => <span className="mono">{row.order}</span> },
              { title: text.withdrawal.player, dataIndex: 'player' },
              { title: words.amount, align: 'right', render: (_, row) => <Yuan value={row.amount} /> },
              { title: text.bank.tail, render: (_, row) => `${row.bank} ${row.cardTail}` },
            ]}
          />
        )}
      </Flex>
    </Modal>
  )
}

interface BatchDialogProps {
  batch: PayoutBatch
  onClose: () => void
}

function DownloadDialog({ batch, onClose }: BatchDialogProps) {
  const { modal } = App.useApp()
  const { run, running } = useAction<PayoutFile>(words.downloaded)
  return (
    <ActionDialog<object>
      title={words.downloadTitle}
      okText={words.download}
      reason="none"
      running={running}
      onSend={async () => {
        const sent = await run(`/payout-batches/${batch.id}/file`)
        if (sent.ok && sent.answer) {
          save(sent.answer)
          if (sent.answer.leftOut.length > 0) {
            modal.warning({
              title: words.leftOut,
              content: sent.answer.leftOut.map(({ order, why }) => (
                <div key={order}>
                  {order}：{why}
                </div>
              )),
            })
          }
        }
        return sent
      }}
      onClose={onClose}
    >
      <Flex vertical gap={8}>
        <Alert type="warning" showIcon title={words.downloadExplain} />
        {batch.downloads > 0 && <Alert type="error" showIcon title={words.downloadAgain(batch.downloads)} />}
      </Flex>
    </ActionDialog>
  )
}

/** save hands the file to the browser. Its address is forgotten at once: it holds card numbers. */
function save(file: PayoutFile): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([file.text], { type: 'text/csv;charset=utf-8' }))
  link.download = file.name
  link.click()
  URL.revokeObjectURL(link.href)
}

function CancelDialog({ batch, onClose }: BatchDialogProps) {
  const { run, running } = useAction(words.cancelled)
  return (
    <ActionDialog<{ reason: string }>
      title={`${words.cancelTitle} ${batch.id}`}
      okText={words.cancel}
      danger
      running={running}
      onSend={(values) => run(`/payout-batches/${batch.id}/cancel`, values)}
      onClose={onClose}
    >
      {words.cancelExplain}
    </ActionDialog>
  )
}

function batchColumns(
  onAsk?: (asked: { batch: PayoutBatch; what: 'download' | 'cancel' }) => void,
): ProColumns<PayoutBatch>[] {
  return [
    { title: words.number, key: 'number', fixed: 'left', render: (_, row) => row.id },
    { title: words.orders, key: 'orders', align: 'right', render: (_, row) => row.orders },
    { title: words.waiting, key: 'waiting', align: 'right', render: (_, row) => row.waiting },
    { title: words.amount, key: 'amount', align: 'right', render: (_, row) => <Yuan value={row.amount} /> },
    {
      title: words.state,
      key: 'state',
      render: (_, row) => (
        <Space>
          <StateTag label={words.states[row.state]} tone={row.state === 'open' ? 'processing' : 'default'} />
          {row.approvalId !== null && <StateTag label={words.asked} tone="warning" />}
        </Space>
      ),
    },
    { title: words.downloads, key: 'downloads', render: (_, row) => words.times(row.downloads) },
    { title: words.made, key: 'made', render: (_, row) => <Time ms={row.madeAt} /> },
    { title: words.by, key: 'by', render: (_, row) => row.madeBy },
    {
      title: '',
      key: 'act',
      render: (_, row) =>
        onAsk &&
        row.state === 'open' &&
        row.waiting > 0 && (
          <Space>
            <Button size="small" onClick={() => onAsk({ batch: row, what: 'download' })}>
              {words.download}
            </Button>
            {row.approvalId === null && (
              <Button size="small" danger onClick={() => onAsk({ batch: row, what: 'cancel' })}>
                {words.cancel}
              </Button>
            )}
          </Space>
        ),
    },
  ]
}
