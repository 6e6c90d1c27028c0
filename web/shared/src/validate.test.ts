import { describe, expect, it } from 'vitest'
import * as rules from './validate'

const table = (rule: Parameters<typeof rules.broken>[0], rows: [string, string | undefined][]) =>
  it.each(rows)('%j → %s', (value, message) => {
    expect(rules.broken(rule, value)).toBe(message)
  })

describe('ACC-02 username', () =>
  table(rules.username, [
    ['', '用户名不能为空'],
    ['ab c', '不能包含空格'],
    ['abc', '请输入4-10位数字或字母'],
    ['abcdefghijk', '请输入4-10位数字或字母'],
    ['abc_d', '请输入4-10位数字或字母'],
    ['ａｂｃｄ', '请输入4-10位数字或字母'],
    ['abcd', undefined],
    ['Player0001', undefined],
  ]))

describe('ACC-03 phone', () =>
  table(rules.phone, [
    ['', '手机号不能为空'],
    ['138 0013800', '不能包含空格'],
    ['12800138000', '请输入正确手机号'],
    ['1380013800', '请输入正确手机号'],
    ['138001380000', '请输入正确手机号'],
    ['13800138000', undefined],
    ['19912345678', undefined],
  ]))

describe('ACC-04 password', () =>
  table(rules.password, [
    ['', '密码不能为空'],
    ['abc 12', '不能包含空格'],
    ['abcd', '请输入5-20位数字或字母'],
    ['a'.repeat(21), '请输入5-20位数字或字母'],
    ['abcde', undefined],
    ['a'.repeat(20), undefined],
  ]))

describe('ACC-05 verification code', () =>
  table(rules.captcha, [
    ['', '验证码不能为空'],
    ['a b1', '不能包含空格'],
    ['abc', '请输入4位数字或字母的验证码'],
    ['a1B2', undefined],
  ]))

describe('DEP-06 deposit amount', () =>
  table(rules.depositAmount, [
    ['', '请输入存款金额'],
    ['1 00', '金额不能包含空格'],
    ['abc', '请输入正确金额'],
    ['1e3', '请输入正确金额'],
    ['-5', '请输入正确金额'],
    ['0', '请输入正确金额'],
    ['10.555', '请输入正确金额'],
    ['１００', '请输入正确金额'],
    ['100.55', undefined],
    ['0.5', undefined],
  ]))

describe('DEP-06 depositor name', () =>
  table(rules.personName, [
    ['', '请输入存款人姓名'],
    ['Wang', '请输入正确的姓名'],
    ['王 明', '请输入正确的姓名'],
    ['·王明', '请输入正确的姓名'],
    ['王小明', undefined],
    ['阿卜杜·热合曼', undefined],
  ]))

describe('DEP-06 USDT address', () =>
  table(rules.coinAddress, [
    ['', '不能为空'],
    ['X123', '地址格式不正确'],
    ['TXyz', undefined],
    ['0xabc', undefined],
    ['1abc', undefined],
  ]))

describe('WD-04 withdrawal amount', () =>
  table(rules.withdrawalAmount, [
    ['', '请输入提款金额'],
    ['1 00', '金额不能包含空格'],
    ['0100', '请输入正确金额'],
    ['100.001', '请输入正确金额'],
    ['99.99', undefined],
    ['100', undefined],
    ['100.10', undefined],
  ]))

describe('TRF-04 transfer amount', () => {
  table(rules.transferAmount, [
    ['', '转账金额不能为空或0'],
    ['0', '转账金额不能为空或0'],
    ['1.5', '转账金额不能为空或0'],
    ['10', undefined],
  ])
  it('strips everything but digits, and leading zeros, while typing', () => {
    expect(rules.wholeNumber('0a0 12.5')).toBe('125')
    expect(rules.wholeNumber('000')).toBe('')
  })
})

describe('CARD-02 a card number passes with a wrong check digit only where the operator accepts one', () =>
  table(rules.cardNumber(false), [
    ['', '不能为空'],
    ['1234', '请输入正确的银行卡号'],
    ['6222021234567890123', undefined],
  ]))

describe('CARD-02 card number, CARD-04 Luhn', () =>
  table(rules.cardNumber(true), [
    ['', '不能为空'],
    ['1234', '请输入正确的银行卡号'],
    ['6222021234567890123', '请输入正确的银行卡号'],
    ['4111111111111111', undefined],
  ]))

describe('ACC-18 email', () =>
  table(rules.email, [
    ['', '邮箱不能为空'],
    ['a b@c.cn', '不能包含空格'],
    ['a@b', '请输入正确邮箱'],
    ['a@b.cn', undefined],
  ]))

it('ACC-01 and WD-04 strip spaces as they are typed', () => {
  expect(rules.withoutSpaces(' a b　c\t')).toBe('abc')
})
