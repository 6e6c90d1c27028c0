import type { AlarmEvent, Alarms } from '../api/wire-alarm'

export const alarms: Alarms = {
  targets: [
    {
      id: 't1',
      name: '值班邮箱',
      form: 'email',
      place: 'duty@example.com，经 mail.example.com 端口 465',
      version: 1,
      changedBy: 'admin',
      changedAt: 1,
      sentAt: 2,
      failedAt: null,
      failure: null,
      approvalId: null,
    },
  ],
  kinds: [
    {
      kind: 'books.broken',
      name: '账目核对未通过',
      about: '账目与分录不一致。',
      grave: true,
      targets: ['t1'],
      minutes: 30,
      shipped: 30,
    },
  ],
  version: 1,
  changedBy: 'admin',
  changedAt: 1,
  approvalId: null,
}

export const alarmEvents: AlarmEvent[] = [
  {
    id: 'e1',
    kind: 'books.broken',
    subject: 'books',
    text: '最近一次核对发现 1 处错误。',
    firstAt: 1,
    lastAt: 2,
    endedAt: null,
    count: 1,
    messages: [
      { target: '值班邮箱', state: 'waiting', failure: '对方没有应答（超时）', tries: 2, madeAt: 1, endedAt: null },
    ],
  },
]
