import { Link } from 'react-router'
import type { OpeningCheck } from '../../api/settings'
import type { Items } from '../../api/wire'
import { Alert, Button, Card, Flex } from '../../kit'
import { text } from '../../text/zh-cn'
import { useDetail } from '../../ui/detail-drawer'
import { StateTag } from '../../ui/facts'
import { EmptyRows, LoadFailed, LoadingRows } from '../../ui/states'

const words = text.opening
const tones = { ok: 'success', missing: 'error', warning: 'warning' } as const

/** OpeningPage lists what is missing before the site may open, why it matters, and where it is put right. */
export default function OpeningPage() {
  const list = useDetail<Items<OpeningCheck>>('/opening')
  const missing = list.data?.items.filter(({ state }) => state === 'missing').length ?? 0
  return (
    <Flex vertical gap={12}>
      <div>
        <h1 className="page-title">{words.title}</h1>
        <p className="muted page-explain">{words.explain}</p>
      </div>
      {list.data ? (
        <>
          <Alert
            type={missing === 0 ? 'success' : 'warning'}
            showIcon
            title={missing === 0 ? words.ready : words.notReady(missing)}
          />
          {list.data.items.length === 0 && <EmptyRows />}
          {list.data.items.map((check) => (
            <Check key={check.code} check={check} />
          ))}
        </>
      ) : list.isPending ? (
        <LoadingRows rows={8} />
      ) : (
        <LoadFailed message={list.error?.message ?? ''} onRetry={() => list.refetch()} />
      )}
    </Flex>
  )
}

function Check({ check }: { check: OpeningCheck }) {
  return (
    <Card size="small">
      <Flex wrap gap={12} align="center" justify="space-between">
        <div>
          <StateTag label={words.states[check.state]} tone={tones[check.state]} /> <strong>{check.title}</strong>{' '}
          <span>{check.found}</span>
          {check.state !== 'ok' && <div className="muted small">{check.why}</div>}
        </div>
        {check.path !== '' && check.state !== 'ok' && (
          <Link to={check.path}>
            <Button size="small" aria-label={words.goOf(check.title)}>
              {words.go}
            </Button>
          </Link>
        )}
      </Flex>
    </Card>
  )
}
