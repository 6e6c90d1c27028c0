import { setServerTime } from '@shared/clock'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { post } from '../../api/client'
import type { Me } from '../../api/wire'
import { Alert, Button, Card, Form, Input } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { draftsOf } from '../../ui/drafts'
import { meKey } from './session'

const aheadMs = 1500

interface Credentials {
  name: string
  password: string
  code: string
}

export default function LoginPage() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const wanted = (useLocation().state as { wanted?: string } | null)?.wanted ?? paths.home
  const [form] = Form.useForm<Credentials>()
  const [refusal, setRefusal] = useState<string>()
  const [running, setRunning] = useState(false)
  const underway = useRef(false)

  // While a name and a code are typed, the line is free for what comes after them: the frame and the tables.
  useEffect(() => {
    const timer = setTimeout(() => {
      void import('../../shell/shell').catch(() => undefined)
      void import('../../ui/list-page').catch(() => undefined)
    }, aheadMs)
    return () => clearTimeout(timer)
  }, [])

  const login = async (credentials: Credentials) => {
    if (underway.current) return
    underway.current = true
    setRunning(true)
    setRefusal(undefined)
    try {
      const me = await post<Me>('/login', { ...credentials, name: credentials.name.trim() })
      setServerTime(me.now)
      draftsOf(me.id)
      queries.setQueryData(meKey, me)
      await navigate(wanted, { replace: true })
    } catch (error) {
      setRefusal((error as Error).message)
      // A code is good for one login: the next try needs a new one.
      form.setFieldValue('code', '')
      form.getFieldInstance('code')?.focus()
    } finally {
      underway.current = false
      setRunning(false)
    }
  }

  return (
    <main className="login">
      <Card className="login-card">
        <div className="login-brand">
          <img src="./favicon.svg" alt="" />
          <div>
            <h1>{text.site}</h1>
            <span className="muted">{text.login.title}</span>
          </div>
        </div>
        <Form<Credentials> form={form} layout="vertical" onFinish={login} requiredMark={false}>
          <Form.Item name="name" label={text.login.name} rules={[{ required: true, message: text.login.nameEmpty }]}>
            <Input autoComplete="username" autoFocus maxLength={40} />
          </Form.Item>
          <Form.Item
            name="password"
            label={text.login.password}
            rules={[{ required: true, message: text.login.passwordEmpty }]}
          >
            <Input.Password autoComplete="current-password" maxLength={100} />
          </Form.Item>
          <Form.Item
            name="code"
            label={text.login.code}
            extra={text.login.codeHint}
            rules={[{ required: true, pattern: /^\d{6}$/, message: text.login.codeWrong }]}
          >
            <Input autoComplete="one-time-code" inputMode="numeric" maxLength={6} />
          </Form.Item>
          {/* Its place is kept, so that the button below does not move when a refusal comes or goes. */}
          <div className="login-refusal">{refusal && <Alert type="error" showIcon title={refusal} role="alert" />}</div>
          <Button type="primary" htmlType="submit" block loading={running}>
            {text.login.submit}
          </Button>
        </Form>
      </Card>
    </main>
  )
}
