import ToolsPage from '../../features/content/tools-page'
import { Button } from '../../ui/button'
import { usePageText } from '../use-page-text'
import { useSupport } from '../use-support'

/** An article with the way to ask at its end: two features on one page. */
export default function ArticlePage() {
  const text = usePageText()
  const support = useSupport()
  return (
    <ToolsPage
      help={
        <aside className="panel mt-10 flex flex-wrap items-center justify-between gap-4 px-6 py-5 h5:px-4">
          <div>
            <p className="font-semibold">{text.askTitle}</p>
            <p className="text-sm leading-6 text-soft">{text.askLine}</p>
          </div>
          <Button look="line" onClick={() => void support()}>
            {text.toSupport}
          </Button>
        </aside>
      }
    />
  )
}
