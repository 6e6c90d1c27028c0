import { Button } from './button'
import { useUiText } from './use-ui-text'

interface Props {
  page: number
  pages: number
  total?: number | undefined
  onPage: (page: number) => void
}

export function Pagination({ page, pages, total, onPage }: Props) {
  const text = useUiText()
  if (pages <= 1 && !total) return null
  return (
    <nav aria-label={text.pages} className="flex flex-wrap items-center justify-center gap-3 p-4 text-sm text-soft">
      {total !== undefined && <span>{text.total(total)}</span>}
      <Button look="line" className="min-h-9 px-3" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {text.previous}
      </Button>
      <span className="tabular">{text.page(page, Math.max(pages, 1))}</span>
      <Button look="line" className="min-h-9 px-3" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {text.next}
      </Button>
    </nav>
  )
}
