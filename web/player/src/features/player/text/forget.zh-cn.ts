/** /Forget: customer service, and the form for the code it gives (ACC-11, H-60). */
export const zhCN = {
  title: '找回密码',
  line: '为了您的资金安全，须先由客服核实身份',
  prepareTitle: '联系前请准备好',
  prepare: ['用户名', '注册时的手机号', '最近一次存款的大致时间与金额', '已绑定银行卡的后四位'],
  nextTitle: '接下来',
  next: '客服核对以上信息，确认是您本人之后，给您一个 30 分钟内有效的重设码。凭它在下方设置新密码。',
  warning: '客服不会索要您的旧密码、新密码、提款密码或银行卡密码。',
  action: '联系客服',
  formTitle: '已拿到重设码',
  code: '重设码',
  codeHint: '客服给您的16位数字',
  submit: '设置新密码',
  unheard: '没有收到结果，密码可能已经重设。请先用新密码登录，不成功再提交一次。',
  done: '密码已重设，请使用新密码登录',
  after: '设置成功后，所有设备都会退出登录；为了资金安全，24 小时内的提款会由人工仔细核对。',
}
