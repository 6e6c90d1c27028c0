/** Words of the check of a seed, the same in every game. */
export const fairText = {
  copy: '复制',
  copyOf: (name: string) => `复制${name}`,
  copied: '已复制',
  copyFailed: '无法复制，请长按选择',
  check: '核对',
  same: '一致：种子的 SHA-256 就是承诺值',
  different: '不一致：种子的 SHA-256 不是承诺值',
  cannot: '此浏览器无法计算 SHA-256，请用其他工具核对',
  how: '怎样核对',
  steps: [
    '记下公布的承诺值：它在种子公开之前就已给出，不能再改。',
    '种子公开后，把 64 位十六进制的种子还原为 32 个字节，计算 SHA-256，写成十六进制。',
    '结果与承诺值完全相同，种子就没有被换过。按「核对」即在本页计算，不经过服务器。',
  ],
  committed: '上一个种子的承诺值',
}
