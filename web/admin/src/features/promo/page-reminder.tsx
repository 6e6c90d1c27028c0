import { Link } from 'react-router'
import { Button, Modal, Space } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { useSession } from '../session/session'
import type { AskedRule } from './rule-dialog'

const words = text.promo

/** PageReminder says that the page of the promotion names figures of the rule, which no change of the rule rewrites. */
export function PageReminder({ asked, onClose }: { asked: AskedRule; onClose: () => void }) {
  const { may } = useSession()
  return (
    <Modal
      open
      title={words.pageTitle}
      onCancel={onClose}
      footer={
        <Space>
          {may('content.view') && <Link to={paths.promotions}>{words.pageLink}</Link>}
          <Button onClick={onClose}>{text.action.close}</Button>
        </Space>
      }
    >
      <p>{words.pageExplain(asked.name, asked.activity)}</p>
    </Modal>
  )
}
