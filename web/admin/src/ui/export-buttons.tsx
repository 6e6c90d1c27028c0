import type { QueryValue } from '../api/client'
import { address } from '../api/client'
import { useSession } from '../features/session/session'
import { Button, Space, Tooltip } from '../kit'
import { text } from '../text/zh-cn'

interface Props {
  /** What is exported: the last part of the call's path. */
  name: string
  query: Record<string, QueryValue>
}

/** ExportButtons download a list whole, with the filters it has. The server writes who did it. */
export function ExportButtons({ name, query }: Props) {
  if (!useSession().may('data.export')) return null
  const { page: _page, size: _size, ...filters } = query
  return (
    <Tooltip title={text.exporting.hint}>
      <Space>
        {(['csv', 'xlsx'] as const).map((format) => (
          <Button key={format} size="small" href={address(`/exports/${name}`, { ...filters, format })} download>
            {text.exporting[format]}
          </Button>
        ))}
      </Space>
    </Tooltip>
  )
}
