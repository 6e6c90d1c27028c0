import { describe, expect, test } from 'vitest'
import { badges } from '../testing/canned'
import { permissions } from '../testing/permissions'
import { menuFor, menuTree, startFor } from './menu'

describe('the menu shows what a person may do (ADM-2)', () => {
  test('an owner sees every page', () => {
    expect(menuFor(permissions).map((entry) => entry.name)).toEqual([
      '工作台',
      '盈亏报表',
      '存款',
      '提款',
      '银行流水',
      '双人复核',
      '案件',
      '客服工单',
      '玩家',
      '转账核查',
      '优惠基金',
      'VIP',
      '优惠规则',
      '优惠派奖',
      '支付设置',
      '站点设置',
      '开业检查',
      'USDT',
      '账目核对',
      '对账差异',
      '资金闸门',
      '场馆',
      '注单查询',
      '注单采集',
      '公告',
      '滚动消息',
      '帮助文章',
      '轮播图',
      '优惠活动',
      '游戏',
      '下载与客服',
      '站点维护',
      '联系方式与页脚',
      '嵌入白名单',
      '工作人员',
      '报警',
      '审计日志',
    ])
  })

  test('what an editor manages stands in one group', () => {
    const tree = menuTree(menuFor(['venue.view', 'content.view', 'content.edit']))
    expect(tree.map((item) => item.name)).toEqual(['游戏业务', '站点内容'])
    expect(tree[1]?.routes?.map((item) => item.name)).toHaveLength(10)
  })

  test('support staff see neither staff nor audit', () => {
    const names = menuFor(['deposit.view', 'withdrawal.view', 'player.view', 'player.kick']).map((entry) => entry.name)
    expect(names).toEqual(['存款', '提款', '玩家'])
  })

  test('the right to act without the right to look opens no page', () => {
    expect(menuFor(['withdrawal.pay', 'staff.manage'])).toEqual([])
    expect(startFor([])).toBeUndefined()
    expect(startFor(['audit.view'])).toBe('/audit')
  })

  test('the counts beside the entries are the sums of what waits there', () => {
    const count = (name: string) =>
      menuFor(permissions)
        .find((entry) => entry.name === name)
        ?.count?.(badges)
    expect(count('存款')).toBe(3)
    expect(count('提款')).toBe(5)
    expect(count('工作人员')).toBeUndefined()
  })
})
