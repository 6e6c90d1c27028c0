import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { post } from '../../api/client'
import type { Device, PagePreview } from '../../api/wire'
import { Alert, Button, Flex, Segmented, Spin } from '../../kit'
import { text } from '../../text/zh-cn'
import { useSettled } from '../../ui/use-settled'
import { isOwnPicture } from './previews'

const words = text.promotion
const restMs = 500

interface HtmlPreviewProps {
  name?: string
  picture?: string
  needs?: string
  starts?: number | null
  ends?: number | null
  html?: string
}

/**
 * HtmlPreview shows the page that the server would make of a promotion, in a frame that runs nothing, and names what
 * would be taken out of its text.
 */
export function HtmlPreview({ name, picture, needs, starts, ends, html = '' }: HtmlPreviewProps) {
  const [width, setWidth] = useState<Device>('pc')
  const settled = useSettled(
    JSON.stringify({ name, picture: shownPicture(picture), needs, starts, ends, html }),
    restMs,
  )
  const written = JSON.parse(settled) as HtmlPreviewProps & { html: string }
  const empty = written.html.trim() === ''
  const kept = useQuery({
    queryKey: ['/content/preview', settled, width],
    queryFn: () => post<PagePreview>('/content/preview', { ...written, device: width }),
    enabled: !empty,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const shown = empty ? undefined : kept.data
  return (
    <section aria-label={words.frame}>
      <Flex justify="space-between" align="center" gap={8} className="preview-head">
        <span className="muted small">
          {words.kept} {kept.isFetching && <Spin size="small" />}
        </span>
        <Segmented<Device>
          size="small"
          value={width}
          options={[
            { value: 'pc', label: words.widths.pc },
            { value: 'h5', label: words.widths.h5 },
          ]}
          onChange={setWidth}
        />
      </Flex>
      {kept.isError && (
        <Alert
          type="error"
          showIcon
          title={`${words.previewFailed}：${kept.error.message}`}
          action={
            <Button size="small" onClick={() => kept.refetch()}>
              {text.action.retry}
            </Button>
          }
        />
      )}
      {shown && shown.removed.length > 0 && <Removed parts={shown.removed} />}
      {shown ? (
        <iframe title={words.frame} sandbox="" className={`page-preview page-preview-${width}`} srcDoc={shown.page} />
      ) : (
        <div className="page-preview page-preview-empty">{empty && words.previewEmpty}</div>
      )}
    </section>
  )
}

/** Removed names what the sanitiser took out, or would. */
export function Removed({ parts, saved }: { parts: string[]; saved?: boolean }) {
  return (
    <Alert
      type="warning"
      showIcon
      className="removed"
      title={
        <>
          <span>{saved ? words.removed : words.removedLive}</span>
          {parts.map((part) => (
            <code key={part} className="mono">
              {part}
            </code>
          ))}
        </>
      }
    />
  )
}

/** A picture of another site is refused; it is not asked for either. */
const shownPicture = (address?: string) => (address && isOwnPicture(address) ? address : undefined)
