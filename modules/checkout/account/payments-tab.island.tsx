import { lk_payment_status } from '#modules/checkout/lookups.shared.ts'
import type { AccountPlace } from '#modules/identity/account/account-place.shared.ts'
import { formatMoney, toCents } from '#platform/money.ts'
import { pathTo } from '#platform/path-to.ts'
import type { ResponseOf } from '#platform/ui/api.ts'
import { Empty } from '#platform/ui/empty.tsx'
import { island } from '#platform/ui/island.tsx'
import { ShowLoaded, useLoaded } from '#platform/ui/loaded.tsx'
import { useLocale, useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { LookupBadge } from '#platform/ui/lookup-badge.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { paymentTexts } from './payments-tab.texts.ts'

type Payments = ResponseOf<'/user/transaction/fetch'>
type Props = { place: AccountPlace; first: Payments | null }

/** A person's payments, newest first. */
export default island('checkout/payments-tab', { when: 'visible' }, PaymentsTab)

function PaymentsTab({ place, first }: Props) {
  const t = useTexts(paymentTexts)
  const userId = String(place.user_id)
  const loaded = useLoaded(first, (api) => api.GET('/user/transaction/fetch', { params: { query: { userId } } }))
  return (
    <ShowLoaded loaded={loaded}>
      {({ data }) =>
        data.length === 0 ? (
          <Empty title={t('none')}>{t('noneText')}</Empty>
        ) : (
          <Table label={t('payments')} stacked>
            <thead>
              <tr>
                <TableHead>{t('paid')}</TableHead>
                <TableHead>{t('course')}</TableHead>
                <TableHead numeric>{t('total')}</TableHead>
                <TableHead numeric>{t('tax')}</TableHead>
                <TableHead numeric>{t('refunded')}</TableHead>
                <TableHead numeric>{t('amountPaid')}</TableHead>
                <TableHead>{t('status')}</TableHead>
                <TableHead>{t('receipt')}</TableHead>
              </tr>
            </thead>
            <tbody>
              {data.map((payment) => (
                <PaymentRow key={payment.payment_id} payment={payment} isOwn={place.own} />
              ))}
            </tbody>
          </Table>
        )
      }
    </ShowLoaded>
  )
}

function PaymentRow({ payment, isOwn }: { payment: Payments['data'][number]; isOwn: boolean }) {
  const t = useTexts(paymentTexts)
  const locale = useLocale()
  const showDate = useShowDate()
  const { total, tax, refund_amount, charged_back, amount_paid, lk_payment_status_id: status, transaction_id } = payment
  const formatDollars = (amount: number) => formatMoney(toCents(amount), locale)
  const returnedAmount = refund_amount + charged_back
  const date = showDate(payment.created_at)
  return (
    <tr>
      <TableCell label={t('paid')} className="figures">
        {date}
      </TableCell>
      <TableCell label={t('course')}>{payment.course_name ?? '—'}</TableCell>
      <TableCell label={t('total')} numeric>
        {formatDollars(total)}
      </TableCell>
      <TableCell label={t('tax')} numeric>
        {tax > 0 ? formatDollars(tax) : '—'}
      </TableCell>
      <TableCell label={t('refunded')} numeric>
        {returnedAmount > 0 ? formatDollars(returnedAmount) : '—'}
      </TableCell>
      <TableCell label={t('amountPaid')} numeric>
        {formatDollars(amount_paid)}
      </TableCell>
      <TableCell label={t('status')}>
        <LookupBadge kind="payment" lookup={lk_payment_status} id={status} />
      </TableCell>
      <TableCell label={t('receipt')}>
        {isOwn && transaction_id ? (
          <TextLink href={pathTo('/checkout/success/:transactionId', { transactionId: transaction_id })}>
            {t('receipt')}
            <span className="sr-only"> {date}</span>
          </TextLink>
        ) : (
          <span className="figures text-muted-foreground">{transaction_id || '—'}</span>
        )}
      </TableCell>
    </tr>
  )
}
