import type { OpeningCheck, SettingField, SettingList, SettingVersion } from '../api/settings'

const field = (name: string, label: string, more: Partial<SettingField> = {}): SettingField => ({
  name,
  label,
  hint: '',
  unit: '',
  group: '',
  form: 'text',
  required: false,
  min: 0,
  max: 0,
  options: [],
  upload: '',
  ...more,
})

const at = Date.parse('2026-11-20T02:00:00Z')

export const gateways: SettingList = {
  kind: 'pay.gateway',
  title: '支付网关',
  explain: '与支付公司的商户合同。',
  keyed: true,
  chosen: true,
  fields: [
    field('name', '名称', { required: true, max: 20 }),
    field('baseURL', '接口地址', { form: 'address', required: true }),
    field('key', '商户密钥', { form: 'secret', required: true }),
    field('page', '只支持网页跳转', { form: 'switch' }),
    field('min', '单笔最低', { form: 'yuan', max: 10_000_000 }),
  ],
  defaults: { name: '', baseURL: '', page: false, min: 0 },
  items: [
    {
      key: 'shop',
      label: '测试网关 · shop',
      value: { name: '测试网关', baseURL: 'https://pay.example/api', page: false, min: 10_050 },
      on: true,
      altered: false,
      hint: '',
      set: ['key'],
      version: 2,
      holds: 2,
      since: at,
      madeBy: '林晓',
      approvedBy: '周敏',
      coming: null,
      comingAt: null,
      approvalId: null,
      unread: 0,
    },
  ],
}

export const limits: SettingList = {
  kind: 'cashier.second',
  title: '双人审批限额',
  explain: '超过所填金额须由第二人审批。',
  keyed: false,
  chosen: false,
  fields: [field('deposit', '人工入账', { form: 'yuan', max: 10_000_000_000 })],
  defaults: { deposit: 5_000_000 },
  items: [
    {
      key: '',
      label: '双人审批限额',
      value: { deposit: 5_000_000 },
      on: true,
      altered: false,
      hint: '',
      set: [],
      version: 0,
      holds: 0,
      since: null,
      madeBy: null,
      approvedBy: null,
      coming: null,
      comingAt: null,
      approvalId: null,
      unread: 0,
    },
  ],
}

export const versions: SettingVersion[] = [
  {
    version: 2,
    lines: [{ label: '单笔最低', value: '10.00元 → 100.50元' }],
    madeBy: '林晓',
    madeAt: at,
    approvedBy: '周敏',
    approvedAt: at,
    effectiveAt: at,
  },
]

export const checks: OpeningCheck[] = [
  { code: 'staff', title: '第二位工作人员', state: 'ok', found: '2 人可以审批', why: '须两个人。', path: '/staff' },
  {
    code: 'deposit',
    title: '存款通道',
    state: 'missing',
    found: '没有可用的存款通道',
    why: '存款页是空的。',
    path: '/payments',
  },
]
