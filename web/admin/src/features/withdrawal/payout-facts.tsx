import { useState } from 'react'
import type { CoinPayout, Destination, WithdrawalDetail } from '../../api/wire'
import { Alert, Button, EyeOutlined } from '../../kit'
import { text } from '../../text/zh-cn'
import { Facts, Section, StateTag } from '../../ui/facts'
import { Time } from '../../ui/time'
import { useAction } from '../../ui/use-action'
import { Coins, Long, networkName } from '../coin/coins'
import { saidTone } from '../coin/rules'
import { useSession } from '../session/session'

const words = text.coin

/**
 * PayoutFacts is what a withdrawal in USDT pays and what its chain says of it. The address is masked until who pays has
 * it shown, which the server writes to the audit trail.
 */
export function PayoutFacts({ withdrawal, payout }: { withdrawal: WithdrawalDetail; payout: CoinPayout }) {
  const { may } = useSession()
  const { run, running } = useAction<Destination>(text.player.revealDone)
  const [full, setFull] = useState<Destination>()
  return (
    <Section
      title={words.payout}
      extra={
        withdrawal.state === 'approved' &&
        may('withdrawal.pay') &&
        !full && (
          <Button
            size="small"
            icon={<EyeOutlined />}
            loading={running}
            onClick={async () => setFull((await run(`/withdrawals/${withdrawal.id}/destination`)).answer)}
          >
            {words.revealAddress}
          </Button>
        )
      }
    >
      <Facts
        facts={[
          [words.payoutAmount, <Coins key="coins" value={payout.coins} strong />],
          [words.network, networkName(payout.network)],
          [words.orderRate, `¥${payout.rate}`],
          [words.proof, <StateTag key="said" label={words.said[payout.said]} tone={saidTone[payout.said]} />],
        ]}
      />
      {payout.said === 'sender' && <Alert type="warning" showIcon title={words.senderExplain} />}
      {payout.said === 'sender_unknown' && <Alert type="warning" showIcon title={words.senderUnknownExplain} />}
      <Facts
        columns={1}
        facts={[
          [
            words.payoutAddress,
            full ? (
              <Long key="full" value={full.number} />
            ) : (
              <span key="masked" className="mono">
                {withdrawal.card.number}
              </span>
            ),
          ],
          [words.payoutTx, payout.tx === null ? null : <Long key="tx" value={payout.tx} />],
          payout.from !== null && [words.payoutFrom, <Long key="from" value={payout.from} />],
          payout.sentBy !== null && [words.payoutBy, payout.sentBy],
          payout.sentAt !== null && [words.payoutAt, <Time key="at" ms={payout.sentAt} />],
        ]}
      />
    </Section>
  )
}
