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

/** OpeningPage walks through what must be there before the site may open: why it matters, and where it is put right. */
export default function OpeningPage() {
  const list = useDetail<Items<OpeningCheck>>('/opening')
  const steps = list.data?.items ?? []
  const missing = steps.filter(({ state }) => state === 'missing').length
  const done = steps.filter(({ state }) => state === 'ok').length
  const next = steps.find(({ state }) => state === 'missing') ?? steps.find(({ state }) => state === 'warning')
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
            description={next && words.next(next.title)}
          />
          <span className="muted small">{words.progress(done, steps.length)}</span>
          {list.data.items.length === 0 && <EmptyRows />}
          {steps.map((check, i) => (
            <Step key={check.code} check={check} n={i + 1} primary={check.code === next?.code} />
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

function Step({ check, n, primary }: { check: OpeningCheck; n: number; primary: boolean }) {
  const ok = check.state === 'ok'
  return (
    <Card size="small">
      <Flex wrap gap={12} align="center" justify="space-between">
        <div>
          <span className="muted small">{words.step(n)}</span>{' '}
          <StateTag label={words.states[check.state]} tone={tones[check.state]} /> <strong>{check.title}</strong>{' '}
          <span>{check.found}</span>
          <div className="muted small">{check.why}</div>
        </div>
        {check.path !== '' && (
          <Link to={check.path}>
            <Button
              size="small"
              type={primary ? 'primary' : 'default'}
              aria-label={ok ? words.viewOf(check.title) : words.goOf(check.title)}
            >
              {ok ? words.view : words.go}
            </Button>
          </Link>
        )}
      </Flex>
    </Card>
  )
}
