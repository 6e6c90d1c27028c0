import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { paths } from '../../paths'
import { Link } from '../../ui/link'
import { Load, SkeletonRows } from '../../ui/states'
import Turnover from './turnover'
import { AddressSlots } from './usdt-address-slots'
import { UsdtForm } from './usdt-form'
import { addressesQuery } from './usdt-queries'
import { useUsdtText } from './use-usdt-text'
import { termsQuery, type WithdrawalTerms } from './withdraw-queries'

interface Props {
  availableFen: number
  onAsked?: (orderSn: string) => void
}

/** The second tab of a withdrawal: target, amount, and the obstacles (WD-03). */
export default function UsdtPanel({ availableFen, onAsked }: Props) {
  const text = useUsdtText()
  const terms = useQuery(termsQuery)
  const { data: addresses } = useQuery(addressesQuery)
  const address = addresses?.[0]
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 px-5 pt-4 h5:px-4">
        <h3 className="flex min-h-8 items-center font-semibold h5:min-h-11">{text.addresses}</h3>
        <p className="text-sm text-mute">{terms.data && text.addressesHint(terms.data.maxAddresses)}</p>
      </div>
      <AddressSlots />
      <Load query={terms} skeleton={<SkeletonRows rows={4} height="h-12" />}>
        {(data) => (
          <div className="grid grid-cols-[minmax(0,1fr)_18rem] gap-8 border-t border-line p-6 h5:grid-cols-1 h5:gap-5 h5:p-4">
            {data.needsName ? (
              <div className="space-y-4">
                <PayoutRates payouts={data.payouts} />
                <p className="text-soft h5:text-balance">{text.needsName}</p>
                <Link to={paths.profile} className="btn btn-gold h5:min-h-11">
                  {text.toProfile}
                </Link>
              </div>
            ) : address ? (
              <UsdtForm terms={data} address={address} availableFen={availableFen} onAsked={onAsked} />
            ) : (
              <div className="space-y-4">
                <PayoutRates payouts={data.payouts} />
                <p className="text-soft h5:text-balance">{addresses && text.chooseFirst}</p>
              </div>
            )}
            <Turnover terms={data} />
          </div>
        )}
      </Load>
    </>
  )
}

/** The present rate of each network, before the form can be filled in. */
function PayoutRates({ payouts }: { payouts: WithdrawalTerms['payouts'] }) {
  const text = useUsdtText()
  if (payouts.length === 0) return null
  return (
    <dl className="tabular grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-lg bg-deep px-4 py-3 text-sm">
      {payouts.map(({ network, rate }) => (
        <Fragment key={network}>
          <dt className="text-mute">
            {text.tag(network)} {text.rateNow}
          </dt>
          <dd className="text-right">{text.rateLine(rate)}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
