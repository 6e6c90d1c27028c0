/** Texts of the promotion that was chosen with a deposit, in the dialogs of its order. */
export const zhCN = {
  title: '已选优惠',
  brings: (bonus: string, turnover: string) => `加赠 ¥${bonus}，提款前连同存款共需流水 ¥${turnover}`,
  complete: '去完善资料',
  orderSn: '订单号',
}
