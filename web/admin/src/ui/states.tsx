import { Button, Empty, Result, Skeleton } from '../kit'
import { text } from '../text/zh-cn'

/** LoadingRows stands where rows will be, so the page does not jump when they come. */
export function LoadingRows({ rows = 8 }: { rows?: number }) {
  return (
    <div role="status" aria-label={text.list.loading} className="loading-rows">
      <Skeleton active title={false} paragraph={{ rows, width: '100%' }} />
    </div>
  )
}

export function EmptyRows({ text: said, filtered }: { text?: string; filtered?: boolean }) {
  return (
    <Empty
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      description={filtered ? text.list.nothingFound : (said ?? text.list.nothing)}
    />
  )
}

export function LoadFailed({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Result
      status="warning"
      title={text.list.failed}
      subTitle={message}
      extra={<Button onClick={onRetry}>{text.action.retry}</Button>}
    />
  )
}
