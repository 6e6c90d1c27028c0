import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { post } from '../../api/client'
import type { Enrolment } from '../../api/wire'
import { Alert, App, Button, Card, Form, Input } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import Authenticator from './authenticator'
import { CodeField, NewPasswordFields } from './fields'

const words = text.account

/** EnrolPage is where the person of a new account sets a password and an authenticator, once, without a session. */
export default function EnrolPage() {
  const { link = '' } = useParams()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  const [open, setOpen] = useState<Enrolment>()
  const [refusal, setRefusal] = useState<string>()
  const [running, setRunning] = useState(false)

  const attempt = async (work: () => Promise<void>) => {
    setRunning(true)
    setRefusal(undefined)
    try {
      await work()
    } catch (error) {
      setRefusal((error as Error).message)
    } finally {
      setRunning(false)
    }
  }
  const begin = (values: { code?: string }) =>
    attempt(async () => {
      const given = (values.code ?? '').trim()
      setOpen(await post<Enrolment>('/enrol/open', { link, code: given }))
      setCode(given)
    })
  const finish = ({ password, totp }: { password: string; totp: string }) =>
    attempt(async () => {
      await post('/enrol', { link, code, password, totp })
      message.success(words.enrolDone)
      await navigate(paths.login, { replace: true })
    })

  const refused = (
    <div className="login-refusal">{refusal && <Alert type="error" showIcon title={refusal} role="alert" />}</div>
  )
  return (
    <main className="login">
      <Card className="login-card">
        <div className="login-brand">
          <img src="./favicon.svg" alt="" />
          <div>
            <h1>{words.enrolTitle}</h1>
            <span className="muted">{open ? words.enrolFor(open.name) : text.site}</span>
          </div>
        </div>
        {open ? (
          <Form name="enrol" layout="vertical" onFinish={finish} requiredMark={false}>
            <Authenticator uri={open.totpUri} secret={open.totpSecret} />
            <NewPasswordFields />
            <CodeField name="totp" label={words.newCode} />
            {refused}
            <Button type="primary" htmlType="submit" block loading={running}>
              {words.enrolSubmit}
            </Button>
          </Form>
        ) : (
          <Form name="open" layout="vertical" onFinish={begin} requiredMark={false}>
            <Form.Item name="code" label={words.enrolCode} extra={words.enrolCodeHint}>
              <Input autoComplete="off" autoFocus maxLength={20} className="mono" />
            </Form.Item>
            {refused}
            <Button type="primary" htmlType="submit" block loading={running}>
              {words.enrolNext}
            </Button>
          </Form>
        )}
      </Card>
    </main>
  )
}
