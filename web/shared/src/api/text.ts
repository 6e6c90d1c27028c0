/** Sentences the client itself needs, when the server has not spoken. */
export const clientText = {
  offline: '网络连接失败，请检查网络后重试',
  noSession: '还未登录，请先登录',
  loginLost: '用户信息失效',
  failed: '操作失败，请稍后重试',
  tooMany: '操作太频繁，请稍后再试',
  unavailable: '服务暂时不可用，请稍后再试',
}
