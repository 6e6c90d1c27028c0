import { PageJumper } from './page-jumper'
import { pageWindow } from './page-window'
import { siteForm } from './site-form'
import { useUiText } from './use-ui-text'

interface Props {
  page: number
  pageCount: number
  /** How many items all pages have together; left out, nothing is said of it. */
  total?: number | undefined
  onPage: (page: number) => void
  /** A field to type a page's number into. */
  jumper?: boolean
}

/** Pages of a list: one step back or on, any page by its number, and how much there is. */
export function Pagination({ page, pageCount, total, onPage, jumper = false }: Props) {
  const text = useUiText()
  if (pageCount <= 1 && !total) return null
  const last = Math.max(pageCount, 1)
  return (
    <nav
      aria-label={text.pages}
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-3 px-4 py-5 text-sm text-soft"
    >
      {total !== undefined && <span className="tabular">{text.total(total)}</span>}
      <div className="flex items-center gap-1.5">
        <Step name={text.previous} disabled={page <= 1} onClick={() => onPage(page - 1)} />
        {siteForm() === 'h5' ? (
          <span aria-current="page" className="tabular px-2">
            {text.page(page, last)}
          </span>
        ) : (
          <PageButtons page={page} pageCount={last} onPage={onPage} />
        )}
        <Step name={text.next} disabled={page >= last} onClick={() => onPage(page + 1)} />
      </div>
      {jumper && last > 1 && <PageJumper pageCount={last} onPage={onPage} />}
    </nav>
  )
}

const box = 'grid h-9 min-w-9 place-items-center rounded-lg border px-2 tabular transition-colors'

function Step({ name, disabled, onClick }: { name: string; disabled: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={onClick}
      className={`${box} border-line bg-raised px-3 text-text enabled:hover:border-gold disabled:cursor-not-allowed disabled:border-line/60 disabled:bg-transparent disabled:text-mute h5:h-11`}
    >
      {name}
    </button>
  )
}

function PageButtons({ page, pageCount, onPage }: Pick<Props, 'page' | 'pageCount' | 'onPage'>) {
  const text = useUiText()
  return (
    <ol className="flex items-center gap-1.5">
      {pageWindow(page, pageCount).map((place) => (
        <li key={place}>
          {typeof place === 'number' ? (
            <button
              type="button"
              aria-label={text.pageNumber(place)}
              aria-current={place === page ? 'page' : undefined}
              onClick={() => place !== page && onPage(place)}
              className={`${box} ${
                place === page
                  ? 'border-gold bg-gold/12 font-semibold text-gold'
                  : 'border-transparent text-text hover:border-line hover:bg-raised'
              }`}
            >
              {place}
            </button>
          ) : (
            <span aria-hidden="true" className="grid h-9 w-9 place-items-center text-mute">
              …
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
