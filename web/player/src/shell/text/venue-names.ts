import { catalogue } from '@shared/text'

/** What the panels call each page; the operator's catalogue names the venue itself on its page. */
export const zhCN: Record<string, string> = {
  sport05: '凌云体育',
  sport01: '擎天体育',
  sportIm: 'IM 体育',
  sport04: '追风体育',
  sport03: 'FB 体育',
  live03: '揽月真人',
  live01: '听涛真人',
  live02: '踏雪真人',
  fish: '捕鱼大厅',
  slot47: '聚宝电子',
  slot8: '流金电子',
  esport: '电竞大厅',
  lottery02: '满堂彩',
  lottery00: '时时运',
  lottery01: '吉星彩',
  board03: '听雨轩',
  board01: '鸿运棋院',
  board02: '乐弈楼',
  board05: '松月斋',
}

export const useVenueNames = catalogue(zhCN)
