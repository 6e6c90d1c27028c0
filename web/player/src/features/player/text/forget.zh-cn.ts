/** /Forget: its only action is customer service (ACC-11). */
export const zhCN = {
  title: '找回密码',
  line: '为了您的资金安全，密码由客服核实身份后处理',
  prepareTitle: '联系前请准备好',
  prepare: ['用户名', '注册时的手机号', '最近一次存款的大致时间与金额', '已绑定银行卡的后四位'],
  nextTitle: '接下来',
  next: '客服核对以上信息，确认是您本人之后，协助您恢复登录。恢复之后，请立即在「修改密码」中换一个新密码。',
  warning: '客服不会索要您的旧密码、提款密码或银行卡密码。',
  action: '联系客服',
}
