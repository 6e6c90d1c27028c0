import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import type { Notice } from './hot-queries'
import { useHomeText } from './use-home-text'

interface Props {
  title: string
  notices: Notice[]
  onClose: () => void
}

/** Announcements as plain text: what looks like markup in them stays what was typed. */
export default function NoticeDialog({ title, notices, onClose }: Props) {
  const text = useHomeText()
  return (
    <Dialog title={title} onClose={onClose} patient greeting="hot">
      <ul className="mb-4 divide-y divide-line">
        {notices.map((notice) => (
          <li key={notice.id} className="py-4 first:pt-0">
            {notice.title && <h3 className="pb-1 font-semibold text-gold-soft">{notice.title}</h3>}
            <p className="leading-7 whitespace-pre-line text-soft">{notice.text}</p>
          </li>
        ))}
      </ul>
      <div className="dialog-end">
        <Button className="w-full" onClick={onClose} autoFocus>
          {text.noticeClose}
        </Button>
      </div>
    </Dialog>
  )
}
