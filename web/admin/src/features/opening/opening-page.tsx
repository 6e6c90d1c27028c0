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
  // The gate is the last step: two people open it when nothing else is missing.
  const missing = steps.filter(({ state, code }) => state === 'missing' && code !== 'gate').length
  const open = steps.some(({ state, code }) => state === 'ok' && code === 'gate')
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
          <Alert {...headline(missing, open)} showIcon description={next && words.next(next.title)} />
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

/** headline says how far the opening is: what is missing, and whether the gate of money is open. */
function headline(missing: number, open: boolean) {
  if (missing > 0) return { type: 'warning', title: open ? words.lacking(missing) : words.notReady(missing) } as const
  return open ? ({ type: 'success', title: words.ready } as const) : ({ type: 'info', title: words.last } as const)
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
