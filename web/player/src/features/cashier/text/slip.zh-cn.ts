/** Texts of transfer slips on the page of a bank order. */
export const slipText = {
  title: '转账凭证（选填）',
  hint: '上传转账成功的截图，可以帮助客服更快核对。凭证本身不会入账，请勿上传含密码或验证码的图片。',
  add: '上传凭证',
  most: (most: number) => `最多 ${most} 张`,
  picture: (place: number) => `转账凭证 ${place}`,
  open: (place: number) => `查看转账凭证 ${place}`,
  lost: '凭证无法显示',
  wrong: '请上传 JPG 或 PNG 图片，每张不超过2MB、1200万像素',
  failed: '凭证列表无法读取',
  retry: '重试',
  done: '已上传，客服核对时会查看',
}
