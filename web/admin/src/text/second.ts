/** Two-step login of players, as staff see it. */
export const second = {
  second: {
    title: '两步验证',
    on: (time: string) => `${time} 开启`,
    off: '未开启',
    passkeys: (count: number) => `通行密钥 ${count} 个`,
    button: '重置两步验证与通行密钥',
    dialog: (name: string) => `重置 ${name} 的两步验证与通行密钥`,
    ok: '提交审批',
    explain:
      '须由另一位同事批准。批准后玩家只凭密码登录，通行密钥全部删除，已登录的设备全部退出，在提款规则的等待时间内，提款留待人工审核。请先核实身份。',
    quick: ['手机丢失，已核实身份', '更换手机，恢复码遗失，已核实身份'],
  },
} as const
