import type { ChangeEvent } from 'react'
import { expect, test, vi } from 'vitest'
import { cleanChange } from './clean-input'

const digits = (value: string) => value.replace(/\D+/g, '')

// The site is built without React, which would put the old value back by itself.
test('a field shows what its form holds, even if the form held it already', () => {
  const set = vi.fn()
  const input = document.createElement('input')
  input.value = '10.50'
  cleanChange(digits, set)({ target: input } as ChangeEvent<HTMLInputElement>)
  expect(input.value).toBe('1050')
  expect(set).toHaveBeenCalledWith('1050')
})
