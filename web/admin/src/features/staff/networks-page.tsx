import { gmtTime } from '@shared/clock'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { get } from '../../api/client'
import type { Outcome } from '../../api/wire'
import type { Networks } from '../../api/wire-rights'
import { Alert, Button, Card, Flex, Form, Input, Space, Tag } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { LoadFailed, LoadingRows } from '../../ui/states'
import { useAction } from '../../ui/use-action'
import { useSession } from '../session/session'

const words = text.networks

/** NetworksPage is from where the back office may be reached. */
export default function NetworksPage() {
  const manages = useSession().may('staff.manage')
  const [changing, setChanging] = useState(false)
  const list = useQuery({
    queryKey: ['/networks'],
    queryFn: ({ signal }) => get<Networks>('/networks', { signal }),
    refetchInterval: 15_000,
  })
  return (
    <Flex vertical gap={12}>
      <Flex justify="space-between" align="center" wrap gap={8}>
        <h1 className="page-title">{words.title}</h1>
        <Space wrap>
          <Link to={paths.staff}>
            <Button>{text.roles.back}</Button>
          </Link>
          {manages && (
            <Button
              type="primary"
              disabled={!list.data || list.data.approvalId !== null}
              onClick={() => setChanging(true)}
            >
              {words.change}
            </Button>
          )}
        </Space>
      </Flex>
      <Alert type="info" showIcon title={words.explain} description={words.lost} />
      {list.data ? (
        <NetworkList list={list.data} />
      ) : list.error ? (
        <LoadFailed message={list.error.message} onRetry={() => list.refetch()} />
      ) : (
        <LoadingRows rows={3} />
      )}
      {changing && list.data && <NetworksDialog list={list.data} onClose={() => setChanging(false)} />}
    </Flex>
  )
}

function NetworkList({ list }: { list: Networks }) {
  return (
    <Card title={words.list}>
      {list.approvalId !== null && <Alert type="warning" showIcon title={words.waiting} className="spaced" />}
      {list.networks.length === 0 ? (
        <span className="muted">{words.none}</span>
      ) : (
        <Flex wrap gap={8}>
          {list.networks.map((network) => (
            <Tag key={network} className="mono">
              {network}
            </Tag>
          ))}
        </Flex>
      )}
      <p className="muted small">
        {words.yours(list.yours)}
        {list.changedAt !== null && ` ${words.changed(list.changedBy ?? '', gmtTime(list.changedAt))}`}
      </p>
    </Card>
  )
}

function NetworksDialog({ list, onClose }: { list: Networks; onClose: () => void }) {
  const { run, running } = useAction<Outcome>(words.done)
  return (
    <ActionDialog<{ networks?: string; reason: string }>
      title={words.change}
      okText={text.roles.save}
      running={running}
      initial={{ networks: list.networks.join('\n') }}
      onSend={({ networks = '', reason }) =>
        run('/networks', { networks: networks.split(/[\s,，、]+/).filter(Boolean), version: list.version, reason })
      }
      onClose={onClose}
      fields={
        <Form.Item name="networks" label={words.list} extra={words.listHint}>
          <Input.TextArea rows={6} className="mono" maxLength={5000} />
        </Form.Item>
      }
    >
      <Alert type="warning" showIcon title={words.yours(list.yours)} className="spaced" />
    </ActionDialog>
  )
}
