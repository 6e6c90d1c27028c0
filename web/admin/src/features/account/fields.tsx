import { Form, Input } from '../../kit'
import { text } from '../../text/zh-cn'

const words = text.account

/** A new password, typed twice. */
export function NewPasswordFields() {
  return (
    <>
      <Form.Item
        name="password"
        label={words.newPassword}
        extra={words.passwordHint}
        rules={[{ required: true, min: 12, max: 128, message: words.passwordWrong }]}
      >
        <Input.Password autoComplete="new-password" maxLength={128} />
      </Form.Item>
      <Form.Item
        name="again"
        label={words.again}
        dependencies={['password']}
        rules={[
          ({ getFieldValue }) => ({
            validator: (_, typed?: string) =>
              typed === getFieldValue('password') ? Promise.resolve() : Promise.reject(new Error(words.againWrong)),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={128} />
      </Form.Item>
    </>
  )
}

/** Six digits of an authenticator. */
export function CodeField({ name, label, autoFocus }: { name: string; label: string; autoFocus?: boolean }) {
  return (
    <Form.Item
      name={name}
      label={label}
      rules={[{ required: true, pattern: /^\d{6}$/, message: text.login.codeWrong }]}
    >
      <Input autoComplete="one-time-code" inputMode="numeric" maxLength={6} autoFocus={autoFocus} />
    </Form.Item>
  )
}
