import { catalogue } from '@shared/text'

/** What the panels call each page; the operator's catalogue names the venue itself on its page. */
const zhCN: Record<string, string> = {
  sport05: '沙巴体育',
  sport01: '平博体育',
  sportIm: 'IM 体育',
  sport04: 'BTI 体育',
  sport03: 'FB 体育',
  live03: 'AG 真人',
  live01: 'WM 真人',
  live02: '性感真人',
  fish: '捕鱼大厅',
  slot47: 'PG 电子',
  slot8: 'CQ9 电子',
  esport: '电竞大厅',
  lottery02: 'TCG 彩票',
  lottery00: 'VR 彩票',
  lottery01: 'BBIN 彩票',
  board03: '王者棋牌',
  board01: '开元棋牌',
  board02: '乐游棋牌',
  board05: '双赢棋牌',
}

export const useVenueNames = catalogue(zhCN)
