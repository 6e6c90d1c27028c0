export const zhCN = {
  newRelease: '新版本，点击刷新',
  installTitle: '添加到主屏幕',
  installLine: '像 APP 一样一点即开，不占空间',
  install: '立即添加',
  later: '以后再说',
  close: '关闭',
  how: '查看步骤',
  iosSteps: ['点击浏览器底部的“分享”按钮', '向上滑动，选择“添加到主屏幕”', '点击右上角“添加”，桌面即出现图标'],
  gotIt: '知道了',
  weChatTitle: '请在浏览器中打开',
  weChatLine: '微信内无法打开游戏窗口，也不能添加到主屏幕',
  weChatSteps: ['点击右上角的“···”', '选择“在浏览器打开”'],
}
