import { gmtTime, serverNow } from '@shared/clock'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get } from '../../api/client'
import type { NewAuthenticator } from '../../api/wire'
import type { Profile } from '../../api/wire-rights'
import { Button, Card, Col, Flex, Form, Input, Row, Tag } from '../../kit'
import { text } from '../../text/zh-cn'
import { Facts } from '../../ui/facts'
import { formatYuan } from '../../ui/money'
import { LoadFailed, LoadingRows } from '../../ui/states'
import { useAction } from '../../ui/use-action'
import { MyRequests } from '../approval/my-requests'
import { useSession } from '../session/session'
import { OwnSessions } from '../staff/sessions'
import Authenticator from './authenticator'
import { CodeField, NewPasswordFields } from './fields'

const words = text.account

/** ProfilePage is one's own account: its password and its authenticator. */
export default function ProfilePage() {
  const { me } = useSession()
  return (
    <>
      <h1 className="page-title">{words.title}</h1>
      <p className="muted">
        {words.name} {me.name}
      </p>
      <Row gutter={[16, 16]}>
        <Col xs={24}>
          <FactsCard />
        </Col>
        <Col xs={24}>
          <Card title={text.sessions.mine}>
            <OwnSessions />
          </Card>
        </Col>
        <Col xs={24} lg={12}>
          <PasswordCard />
        </Col>
        <Col xs={24} lg={12}>
          <AuthenticatorCard />
        </Col>
        <Col xs={24}>
          <MyRequests />
        </Col>
      </Row>
    </>
  )
}

/** FactsCard is who one is to the back office, and what one may do. */
function FactsCard() {
  const profile = useQuery({
    queryKey: ['/profile'],
    queryFn: ({ signal }) => get<Profile>('/profile', { signal }),
    refetchInterval: 30_000,
  })
  const facts = text.profile
  if (profile.isPending) return <LoadingRows rows={4} />
  if (!profile.data) return <LoadFailed message={profile.error.message} onRetry={() => profile.refetch()} />
  const { staff, roles, permissions, ip, limits } = profile.data
  const decides = permissions.some(({ permission }) => permission === 'approval.decide')
  return (
    <Card title={facts.facts}>
      <Facts
        facts={[
          [facts.person, staff.person],
          [words.roles, roles.join('、')],
          [
            facts.ip,
            <span key="ip" className="mono">
              {ip}
            </span>,
          ],
          [facts.lastLogin, staff.lastLoginAt === null ? null : gmtTime(staff.lastLoginAt)],
          [
            facts.limits,
            facts.limitsOf(formatYuan(limits.withdrawalSecondAbove), formatYuan(limits.depositSecondAbove)),
          ],
          [
            facts.decides,
            !decides
              ? facts.decidesNot
              : staff.decidesFrom !== null && staff.decidesFrom > serverNow()
                ? facts.decidesFrom(gmtTime(staff.decidesFrom))
                : facts.decidesNow,
          ],
        ]}
      />
      <h3 className="section-title">{facts.permissions}</h3>
      <Flex wrap gap={4}>
        {permissions.map(({ permission, name }) => (
          <Tag key={permission}>{name}</Tag>
        ))}
      </Flex>
    </Card>
  )
}

function CurrentPassword() {
  return (
    <Form.Item name="current" label={words.current} rules={[{ required: true, message: words.currentEmpty }]}>
      <Input.Password autoComplete="current-password" maxLength={128} />
    </Form.Item>
  )
}

function PasswordCard() {
  const [form] = Form.useForm()
  const { run, running } = useAction(words.passwordDone)
  const send = async ({ current, code, password }: { current: string; code: string; password: string }) => {
    const { ok } = await run('/profile/password', { current, code, password })
    if (ok) form.resetFields()
    else form.setFieldValue('code', '')
  }
  return (
    <Card title={words.passwordTitle}>
      <p className="muted">{words.passwordExplain}</p>
      <Form form={form} name="password" layout="vertical" onFinish={send} requiredMark={false}>
        <CurrentPassword />
        <CodeField name="code" label={words.code} />
        <NewPasswordFields />
        <Button type="primary" htmlType="submit" loading={running}>
          {words.passwordSubmit}
        </Button>
      </Form>
    </Card>
  )
}

function AuthenticatorCard() {
  const [made, setMade] = useState<NewAuthenticator>()
  const begin = useAction<NewAuthenticator>(text.action.done)
  const confirm = useAction(words.authenticatorDone)
  const [form] = Form.useForm()
  if (made) {
    return (
      <Card title={words.authenticatorTitle}>
        <Form
          key="confirm"
          name="confirm"
          layout="vertical"
          requiredMark={false}
          onFinish={async ({ code }: { code: string }) => {
            const { ok } = await confirm.run('/profile/authenticator/confirm', { token: made.token, code })
            if (ok) setMade(undefined)
          }}
        >
          <Authenticator uri={made.totpUri} secret={made.totpSecret} />
          <CodeField name="code" label={words.newCode} autoFocus />
          <Flex gap={8}>
            <Button type="primary" htmlType="submit" loading={confirm.running}>
              {words.authenticatorConfirm}
            </Button>
            <Button onClick={() => setMade(undefined)}>{words.cancel}</Button>
          </Flex>
        </Form>
      </Card>
    )
  }
  return (
    <Card title={words.authenticatorTitle}>
      <p className="muted">{words.authenticatorExplain}</p>
      <Form
        form={form}
        key="begin"
        name="authenticator"
        layout="vertical"
        requiredMark={false}
        onFinish={async (values: { current: string; code: string }) => {
          const { answer } = await begin.run('/profile/authenticator', values)
          if (answer) setMade(answer)
          else form.setFieldValue('code', '')
        }}
      >
        <CurrentPassword />
        <CodeField name="code" label={words.code} />
        <Button htmlType="submit" loading={begin.running}>
          {words.authenticatorBegin}
        </Button>
      </Form>
    </Card>
  )
}
