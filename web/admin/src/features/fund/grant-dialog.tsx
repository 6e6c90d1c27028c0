import type { Outcome } from '../../api/wire'
import { Alert, Button, Flex, Form, Input } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { useAction } from '../../ui/use-action'
import { check, grantWrong, lengthWrong } from './rules'

const words = text.fund

interface Values {
  amount: string
  remark: string
  reason: string
}

/** GrantDialog asks for what a player is given; another person decides. */
export function GrantDialog({ player, onClose }: { player: { id: string; name: string }; onClose: () => void }) {
  const { run, running } = useAction<Outcome>(words.granted)
  return (
    <ActionDialog<Values>
      title={words.grantTitle(player.name)}
      okText={words.submit}
      running={running}
      quickReasons={words.quickGrant}
      onSend={(values) => run(`/players/${player.id}/fund`, values)}
      onClose={onClose}
      fields={
        <>
          <Form.Item
            name="amount"
            label={words.grantAmount}
            rules={[{ validator: (_, typed?: string) => check(grantWrong(typed)) }]}
            required
          >
            <Input prefix={words.unit} inputMode="decimal" maxLength={15} autoComplete="off" />
          </Form.Item>
          <RemarkField />
        </>
      }
    >
      <Alert type="info" showIcon title={words.grantExplain} className="spaced" />
    </ActionDialog>
  )
}

/** RemarkField is what the player reads, with the usual words a click away. */
function RemarkField() {
  const form = Form.useFormInstance<Values>()
  const put = (remark: string) => {
    form.setFieldValue('remark', remark)
    void form.validateFields(['remark']).catch(() => undefined)
  }
  return (
    <>
      <Form.Item
        name="remark"
        label={words.remark}
        extra={words.remarkHint}
        rules={[{ validator: (_, typed?: string) => check(lengthWrong(typed, 2, 40, words.remarkWrong)) }]}
        required
      >
        <Input maxLength={40} autoComplete="off" />
      </Form.Item>
      <Flex wrap gap={6} className="spaced">
        {words.quickRemarks.map((remark) => (
          <Button key={remark} size="small" onClick={() => put(remark)}>
            {remark}
          </Button>
        ))}
      </Flex>
    </>
  )
}
