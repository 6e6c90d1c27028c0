import type { Article, TicketDetail, TicketTemplate } from '../api/wire'

const now = Date.parse('2026-11-22T04:00:00Z')

export const ticket: TicketDetail = {
  number: 'Q260302120000ABCDEF',
  id: 'tk1',
  playerId: 'demo01',
  kind: 'deposit',
  subject: '存款没有到账',
  about: 'deposit',
  ref: 'D1',
  state: 'open',
  takenBy: null,
  mine: false,
  asked: 1,
  score: 0,
  comment: null,
  openedAt: now,
  changedAt: now,
  solvedAt: null,
  last: 'e1',
  entries: [{ id: 'e1', side: 'player', by: 'demo01', text: '<b>没有到账</b>', pictures: [], at: now }],
}

export const ticketTemplates: TicketTemplate[] = [
  { id: 't1', title: '正在核实', body: '您好，正在核实。', position: 10 },
]

export const articles: Article[] = [
  {
    id: '1',
    topic: 'deposit',
    title: '如何存款',
    text: '## 到账\n- 一分钟',
    position: 0,
    published: true,
    from: null,
    to: null,
    state: 'live',
    version: 1,
    changedAt: now,
    changedBy: '周敏',
  },
]
