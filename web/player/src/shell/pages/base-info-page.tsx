import { useNavigate, useParams } from 'react-router'
import { BindCardForm } from '../../features/cashier/bind-card-form'
import { PasswordForm } from '../../features/player/password-form'
import { ProfileForm } from '../../features/player/profile-form'
import { paths } from '../../paths'
import { Panel } from '../../ui/panel'
import { TabBar } from '../../ui/tab-bar'
import { useShellText } from '../use-shell-text'

const tabPaths = { my: paths.profile, password: paths.password, bank: paths.bindCard }

/** /BaseInfo/my, /BaseInfo/password and /BaseInfo/bank: three tabs, each with its own address. */
export default function BaseInfoPage() {
  const text = useShellText()
  const navigate = useNavigate()
  const { tab = '' } = useParams()
  const active = tab.toLowerCase() === 'bank' ? 'bank' : tab.toLowerCase() === 'password' ? 'password' : 'my'
  return (
    <Panel>
      <TabBar
        label={text.pages.baseInfo}
        tabs={[
          { key: 'my', title: text.profile },
          { key: 'password', title: text.changePassword },
          { key: 'bank', title: text.bindCard },
        ]}
        active={active}
        onPick={(key) => void navigate(tabPaths[key], { replace: true })}
      />
      {active === 'my' && <ProfileForm />}
      {active === 'password' && <PasswordForm />}
      {active === 'bank' && <BindCardForm />}
    </Panel>
  )
}
