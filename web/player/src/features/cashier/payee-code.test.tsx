import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../test/server'
import { PayeeCode } from './payee-code'

it('says to pay by the account where the code to scan cannot be shown', () => {
  show(<PayeeCode picture="/files/0.png" />)
  fireEvent.error(screen.getByRole('img', { name: '收款码' }))
  expect(screen.queryByRole('img')).toBeNull()
  expect(screen.getByText('收款码暂时无法显示，请按本单的收款账号转账')).toBeVisible()
})
