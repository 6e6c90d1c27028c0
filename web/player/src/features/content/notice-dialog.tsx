import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { useContentText } from './use-content-text'

interface Props {
  notices: { id: string; title: string; text: string }[]
  onClose: () => void
}

export default function NoticeDialog({ notices, onClose }: Props) {
  const text = useContentText()
  return (
    <Dialog title={text.noticeTitle} onClose={onClose}>
      <ul className="mb-6 space-y-4">
        {notices.map((notice) => (
          <li key={notice.id}>
            {notice.title && <p className="font-semibold text-gold-soft">{notice.title}</p>}
            <p className="whitespace-pre-line text-soft">{notice.text}</p>
          </li>
        ))}
      </ul>
      <Button className="w-full" onClick={onClose}>
        {text.noticeClose}
      </Button>
    </Dialog>
  )
}
