import { Card, Flex } from '../../kit'
import { text } from '../../text/zh-cn'
import { CoinNodes } from './nodes'
import { CoinPayees } from './payees'
import { CoinRates } from './rates'
import { CoinTransfers } from './transfers'
import { PayoutWallets } from './wallets'

const words = text.coin

/** CoinPage is USDT: its rates, the addresses and wallets, the nodes, and every transfer that came. */
export default function CoinPage() {
  return (
    <Flex vertical gap={12}>
      <div>
        <h1 className="page-title">{words.title}</h1>
        <p className="muted page-explain">{words.explain}</p>
      </div>
      <CoinRates />
      <CoinPayees />
      <PayoutWallets />
      <CoinNodes />
      <Card size="small" title={<h2 className="section-title">{words.transfers}</h2>}>
        <CoinTransfers />
      </Card>
    </Flex>
  )
}
