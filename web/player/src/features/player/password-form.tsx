import { api } from '@shared/api/player-client'
import { loginInfo } from '@shared/session'
import { useState } from 'react'
import { ThreePasswords } from './three-passwords'
import { useForgetText } from './use-forget-text'
import { usePlayerText } from './use-player-text'

/** The login password and, apart from it, the withdrawal password, which starts equal to it (D-03). */
export function PasswordForm() {
  const text = usePlayerText()
  const words = useForgetText()
  const [forgotten, setForgotten] = useState(false)
  return (
    <div className="grid grid-cols-2 gap-10 p-6 h5:grid-cols-1 h5:gap-8 h5:p-4">
      <section aria-labelledby="login-password">
        <h3 id="login-password" className="pb-4 font-semibold">
          {text.loginPassword}
        </h3>
        <ThreePasswords
          currentLabel={text.currentPassword}
          currentFill="current-password"
          action={text.change}
          done={text.changed}
          send={({ current, next, repeat }) =>
            api.call('POST /v1/Do/CallPlayerUpdatePasswordAction', {
              playername: loginInfo().PlayerName,
              currentPassword: current,
              newPassword: next,
              confirmPassword: repeat,
            })
          }
        />
      </section>
      <section aria-labelledby="withdraw-password">
        <h3 id="withdraw-password" className="pb-4 font-semibold">
          {text.withdrawPassword}
          <span className="pl-3 text-xs font-normal text-mute">{text.withdrawPasswordLine}</span>
        </h3>
        {forgotten ? (
          <ThreePasswords
            key="code"
            code
            currentLabel={words.code}
            currentHint={text.withdrawCodeHint}
            currentFill="off"
            action={text.resetWithdraw}
            done={text.withdrawSet}
            send={({ current, next, repeat }) =>
              api.call('POST /v1/Do/ResetWithdrawPassword', {
                resetCode: current,
                newPassword: next,
                confirmPassword: repeat,
              })
            }
          />
        ) : (
          <ThreePasswords
            key="password"
            currentLabel={text.currentWithdrawPassword}
            currentHint={text.firstTime}
            currentFill="off"
            action={text.setWithdraw}
            done={text.withdrawSet}
            send={({ current, next, repeat }) =>
              api.call('POST /v1/Do/SetWithdrawPassword', {
                currentPassword: current,
                newPassword: next,
                confirmPassword: repeat,
              })
            }
          />
        )}
        <button
          type="button"
          className="min-h-11 text-sm text-gold underline-offset-4 hover:underline"
          onClick={() => setForgotten(!forgotten)}
        >
          {forgotten ? text.withdrawKnown : text.withdrawForgotten}
        </button>
      </section>
    </div>
  )
}
