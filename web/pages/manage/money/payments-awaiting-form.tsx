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
    <div className="grid max-w-3xl gap-4">
      <PageTitle lead={t('awaitingLead')}>{t('awaitingTitle')}</PageTitle>
      {/* A request that was decided in the meantime no longer has its own place. */}
      {!isShown && <FormAlert message={message} />}
      {refunds.length === 0 && <Empty title={t('awaitingNone')} />}
      {refunds.map((refund) => (
        <Request key={refund.refund_attempt_id} request={refund} {...props} />
      ))}
      <p>
        <TextLink href={pathTo('/manage/payments')}>{t('back')}</TextLink>
      </p>
    </div>
  )
}

type RequestProps = Props & { request: AwaitingRefund }

function Request({ request, form, locale }: RequestProps) {
  const t = useTexts(refundTexts)
  const isSent = form.values.refund_attempt_id === String(request.refund_attempt_id)
  const amount = formatMoney(toCents(request.amount), locale)
  return (
    <Panel title={t(request.asked === 'void' ? 'voidOf' : 'refundOf', { amount })}>
      <RequestFacts request={request} locale={locale} />
      {isSent && <FormAlert message={form.message} />}
      {request.can.decide && <Decision request={request} form={form} isOwn={isSent} />}
      {request.can.take_back && (
        <form method="post" className="mt-4">
          <HiddenFields request={request} action="takeBack" />
          <BusySubmit label={t('takeBack')} busyLabel={t('takingBack')} variant="outline" />
        </form>
      )}
    </Panel>
  )
}

function RequestFacts({ request, locale }: Pick<RequestProps, 'request' | 'locale'>) {
  const t = useTexts(refundTexts)
  const showDate = useShowDate()
  const say = useTexts(receiptTexts)
  const money = (dollars: number) => <span className="figures">{formatMoney(toCents(dollars), locale)}</span>
  const day = (instant: string) => showDate(instant)
  return (
    <Facts
      facts={[
        [t('purchaser'), request.name],
        [
          t('transaction'),
          <span key="id" className="figures break-all">
            {request.transaction_id}
          </span>,
        ],
        [t('amount'), money(request.amount)],
        [t('total'), money(request.total)],
        [say('items'), <RequestLines key="lines" lines={request.lines} locale={locale} />],
        [t('why'), request.description],
        [t('askedBy'), request.asked_by ?? t('fromAbove')],
        [t('askedOn'), day(request.asked_at)],
        [t('until'), day(request.expires_at)],
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

const HiddenFields = ({ request, action }: Pick<RequestProps, 'request'> & { action: string }) => (
  <>
    <input type="hidden" name="refund_attempt_id" value={request.refund_attempt_id} />
    <input type="hidden" name="action" value={action} />
  </>
)

function Decision({ request, form, isOwn }: Pick<RequestProps, 'request' | 'form'> & { isOwn: boolean }) {
  const t = useTexts(refundTexts)
  return (
    <div className="mt-4 grid gap-4">
      <form method="post">
        <HiddenFields request={request} action="approve" />
        <BusySubmit label={t('approve')} busyLabel={t('approving')} variant="destructive" />
      </form>
      <form method="post" className="grid gap-3">
        <HiddenFields request={request} action="decline" />
        <TextareaField
          {...(isOwn ? field(form, 'note') : { name: 'note' })}
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
