import { useEffect, useRef, useState } from 'react'
import { onStepUp, post } from '../../api/client'
import { Alert, Form, Modal } from '../../kit'
import { text } from '../../text/zh-cn'
import { CodeField } from './fields'

const words = text.account

/** StepUp asks for a fresh code when a call needs one. Calls that wait for the same code share one dialog. */
export function StepUp() {
  const [asking, setAsking] = useState(false)
  const waiting = useRef<((given: boolean) => void)[]>([])
  useEffect(() => {
    onStepUp(
      () =>
        new Promise((resolve) => {
          waiting.current.push(resolve)
          setAsking(true)
        }),
    )
    return () => onStepUp(async () => false)
  }, [])
  const end = (given: boolean) => {
    setAsking(false)
    for (const resolve of waiting.current.splice(0)) resolve(given)
  }
  return asking ? <StepUpDialog onEnd={end} /> : null
}

function StepUpDialog({ onEnd }: { onEnd: (given: boolean) => void }) {
  const [form] = Form.useForm<{ code: string }>()
  const [refusal, setRefusal] = useState<string>()
  const [running, setRunning] = useState(false)
  const send = async ({ code }: { code: string }) => {
    setRunning(true)
    setRefusal(undefined)
    try {
      await post('/step-up', { code })
      onEnd(true)
    } catch (error) {
      setRefusal((error as Error).message)
      form.setFieldValue('code', '')
      setRunning(false)
    }
  }
  return (
    <Modal
      open
      title={words.stepUpTitle}
      okText={words.stepUpSubmit}
      cancelText={text.action.cancel}
      confirmLoading={running}
      onOk={form.submit}
      onCancel={() => onEnd(false)}
      mask={{ closable: false }}
      zIndex={1200}
    >
      <p>{words.stepUpExplain}</p>
      <Form form={form} name="step-up" layout="vertical" onFinish={send} requiredMark={false}>
        <CodeField name="code" label={text.login.code} autoFocus />
      </Form>
      <div className="login-refusal">{refusal && <Alert type="error" showIcon title={refusal} role="alert" />}</div>
    </Modal>
  )
}
