import { useState } from 'react'
import type { Promotion } from '../../api/wire'
import { Button, type TableColumnsType } from '../../kit'
import { text } from '../../text/zh-cn'
import { useSession } from '../session/session'
import { ContentTable, OrderButtons } from './content-table'
import { daysText } from './days'
import { changedColumn } from './edition'
import { nextPosition } from './position'
import { SitePicture } from './previews'
import { PromotionDialog, promotionFacts } from './promotion-dialog'
import { actionsColumn } from './row-actions'
import { ShowingTag, WindowText } from './showing'

const words = text.promotion
const path = '/content/promotions'

interface Edited {
  row?: Promotion
  position: number
  others: Promotion[]
}

export default function PromotionsPage() {
  const { may } = useSession()
  const [edited, setEdited] = useState<Edited>()
  const edits = may('content.edit')
  const open = (rows: Promotion[], row?: Promotion) =>
    setEdited({
      row,
      position: row?.position ?? nextPosition(rows),
      others: rows.filter((other) => row && other.id !== row.id && other.contentId === row.contentId),
    })
  return (
    <>
      <ContentTable<Promotion>
        title={words.title}
        explain={words.explain}
        path={path}
        empty={words.empty}
        columns={(rows) => columns(rows, edits ? (row) => open(rows, row) : undefined)}
        toolbar={(rows) =>
          edits && (
            <Button type="primary" onClick={() => open(rows)}>
              {words.add}
            </Button>
          )
        }
      />
      {edited && <PromotionDialog {...edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

function columns(rows: Promotion[], onEdit?: (row: Promotion) => void): TableColumnsType<Promotion> {
  return [
    {
      title: text.content.order,
      width: 90,
      render: (_, row, index) => (onEdit ? <OrderButtons rows={rows} index={index} name={row.name} /> : index + 1),
    },
    {
      title: words.title,
      width: 340,
      render: (_, row) => (
        <span className="promotion-cell">
          <SitePicture address={row.picture} className="promotion-thumb" />
          <span>
            <strong>{row.name}</strong> <span className="muted mono">{row.id}</span>
            <div className="muted small clamp">{row.line}</div>
          </span>
        </span>
      ),
    },
    { title: words.days, width: 190, render: (_, row) => daysText(row.starts, row.ends) },
    { title: text.content.state, width: 90, render: (_, row) => <ShowingTag state={row.state} /> },
    { title: text.content.window, width: 170, render: (_, row) => <WindowText from={row.from} to={row.to} /> },
    changedColumn,
    ...actionsColumn(onEdit, {
      path,
      facts: promotionFacts,
      nameOf: ({ name }) => name,
      removeTitle: words.removeTitle,
      removeExplain: words.removeKeeps,
    }),
  ]
}
