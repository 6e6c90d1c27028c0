import { gmtTime } from '@shared/clock'
import type { Invited } from '../../api/wire'
import { Alert, Button, Flex, Modal, Typography } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'

const words = text.staff

/** InvitedDialog shows an invitation, or one's half of it, the only time it can be seen. */
export function InvitedDialog({
  invited,
  halved,
  onClose,
}: {
  invited: Invited
  halved?: boolean
  onClose: () => void
}) {
  const { link, code, expiresAt } = invited
  const address = link && `${window.location.origin}${window.location.pathname}#${paths.enrol(link)}`
  const explain = code ? words.codeExplain : halved ? words.linkExplain : words.linkAlone
  return (
    <Modal
      open
      title={code ? words.codeTitle : words.invitedTitle}
      onCancel={onClose}
      mask={{ closable: false }}
      keyboard={false}
      closable={false}
      footer={<Button onClick={onClose}>{words.secretsClose}</Button>}
    >
      <Flex vertical gap={8}>
        <Alert type="warning" showIcon title={explain} />
        <div className="muted small">{code ? words.code : words.link}</div>
        <Typography.Text copyable className="mono authenticator-secret">
          {code ?? address}
        </Typography.Text>
        {expiresAt !== null && <div className="muted small">{words.linkUntil(gmtTime(expiresAt))}</div>}
      </Flex>
    </Modal>
  )
}
