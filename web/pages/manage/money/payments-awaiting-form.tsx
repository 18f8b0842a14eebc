import { receiptTexts } from '#modules/checkout/orders/receipt.texts.ts'
import type { AwaitingRefund } from '#modules/checkout/payments/refunds/fetch-awaiting.ts'
import { refundTexts } from '#modules/checkout/payments/refunds/refunds.texts.ts'
import { formatMoney, toCents } from '#platform/money.ts'
import { pathTo } from '#platform/path-to.ts'
import type { Locale } from '#platform/texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { TextareaField } from '#platform/ui/field.tsx'
import { useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { Facts, PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { type FormState, field } from '#platform/web/form.ts'

type Props = { form: FormState; locale: Locale }

/** Every request with its details, and the buttons of people who may decide on it or withdraw it. */
export function AwaitingRefunds({ refunds, ...props }: Props & { refunds: readonly AwaitingRefund[] }) {
  const t = useTexts(refundTexts)
  const { message, values } = props.form
  const isShown = refunds.some((refund) => String(refund.refund_attempt_id) === values.refund_attempt_id)
  return (
    <div className="mx-auto grid max-w-3xl gap-4">
      <PageTitle lead={t('awaitingLead')}>{t('awaitingTitle')}</PageTitle>
      {/* A request that was decided in the meantime no longer has its own place. */}
      {!isShown && <FormAlert message={message} />}
      {refunds.length === 0 && <Empty title={t('awaitingNone')} />}
      {refunds.map((refund) => (
        <Request key={refund.refund_attempt_id} one={refund} {...props} />
      ))}
      <p>
        <TextLink href={pathTo('/manage/payments')}>{t('back')}</TextLink>
      </p>
    </div>
  )
}

type RequestProps = Props & { one: AwaitingRefund }

function Request({ one, form, locale }: RequestProps) {
  const t = useTexts(refundTexts)
  const isSent = form.values.refund_attempt_id === String(one.refund_attempt_id)
  const amount = formatMoney(toCents(one.amount), locale)
  return (
    <Panel title={t(one.asked === 'void' ? 'voidOf' : 'refundOf', { amount })}>
      <RequestFacts one={one} locale={locale} />
      {isSent && <FormAlert message={form.message} />}
      {one.can.decide && <Decision one={one} form={form} mine={isSent} />}
      {one.can.take_back && (
        <form method="post" className="mt-4">
          <Which one={one} action="takeBack" />
          <BusySubmit label={t('takeBack')} busyLabel={t('takingBack')} variant="outline" />
        </form>
      )}
    </Panel>
  )
}

function RequestFacts({ one, locale }: Pick<RequestProps, 'one' | 'locale'>) {
  const t = useTexts(refundTexts)
  const showDate = useShowDate()
  const say = useTexts(receiptTexts)
  const money = (dollars: number) => <span className="figures">{formatMoney(toCents(dollars), locale)}</span>
  const day = (instant: string) => showDate(instant)
  return (
    <Facts
      facts={[
        [t('purchaser'), one.name],
        [
          t('transaction'),
          <span key="id" className="figures break-all">
            {one.transaction_id}
          </span>,
        ],
        [t('amount'), money(one.amount)],
        [t('total'), money(one.total)],
        [say('items'), <RequestLines key="lines" lines={one.lines} locale={locale} />],
        [t('why'), one.description],
        [t('askedBy'), one.asked_by ?? t('fromAbove')],
        [t('askedOn'), day(one.asked_at)],
        [t('until'), day(one.expires_at)],
      ]}
    />
  )
}

/** The amount refunded for each item and what happens to its course. */
function RequestLines({ lines, locale }: Pick<AwaitingRefund, 'lines'> & { locale: Locale }) {
  const t = useTexts(refundTexts)
  return (
    <ul>
      {lines.map(({ order_item_id, name, amount, ends_enrolment }) => (
        <li key={order_item_id}>
          {name}: <span className="figures">{formatMoney(toCents(amount), locale)}</span>
          {ends_enrolment !== null && ` · ${t(ends_enrolment ? 'ends' : 'stays')}`}
        </li>
      ))}
    </ul>
  )
}

const Which = ({ one, action }: Pick<RequestProps, 'one'> & { action: string }) => (
  <>
    <input type="hidden" name="refund_attempt_id" value={one.refund_attempt_id} />
    <input type="hidden" name="action" value={action} />
  </>
)

function Decision({ one, form, mine }: Pick<RequestProps, 'one' | 'form'> & { mine: boolean }) {
  const t = useTexts(refundTexts)
  return (
    <div className="mt-4 grid gap-4">
      <form method="post">
        <Which one={one} action="approve" />
        <BusySubmit label={t('approve')} busyLabel={t('approving')} variant="destructive" />
      </form>
      <form method="post" className="grid gap-3">
        <Which one={one} action="decline" />
        <TextareaField
          {...(mine ? field(form, 'note') : { name: 'note' })}
          label={t('note')}
          maxLength={500}
          rows={2}
        />
        <div>
          <BusySubmit label={t('decline')} busyLabel={t('declining')} variant="outline" />
        </div>
      </form>
    </div>
  )
}
