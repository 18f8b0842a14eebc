import { chargebackTexts } from '#modules/checkout/payments/chargebacks/chargebacks.texts.ts'
import { decideChargeback } from '#modules/checkout/payments/chargebacks/decide-chargeback.ts'
import { enterChargeback } from '#modules/checkout/payments/chargebacks/enter-chargeback.ts'
import { type ChargebackDetails, fetchChargebacks } from '#modules/checkout/payments/chargebacks/fetch-chargebacks.ts'
import { fetchRefundable, type Refundable } from '#modules/checkout/payments/refunds/fetch-refundable.ts'
import { formatMoney, toCents } from '#platform/money.ts'
import { pathTo } from '#platform/path-to.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Card } from '#platform/ui/card.tsx'
import { TextareaField, TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { Facts, PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { RadioGroup } from '#platform/ui/radio-group.tsx'
import { field, freshForm } from '#platform/web/form.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { ChargebackCase, decisionOf } from './chargeback-parts.tsx'

/** The chargebacks of one payment, and the form that records another. */
export default page({
  address: '/manage/payments/:payment_id{[0-9]{1,9}}/chargeback',
  title: chargebackTexts.record,
  may: enterChargeback.may,
  layout: BackOfficeLayout,
  async load({ ctx, params }) {
    const payment_id = Number(params.payment_id)
    const { payment } = await fetchRefundable.run(ctx, { payment_id })
    return { payment, ...(await fetchChargebacks.run(ctx, { payment_id })) }
  },
  async submit({ ctx, params, url, form: { values } }) {
    if (values.chargeback_id) {
      const { message = '' } = await decideChargeback.run(ctx, decisionOf(values))
      return redirect(url.pathname, { flash: { kind: 'success', text: message } })
    }
    const { case_number = '', amount = '', reason, received_on = '', respond_by, courses, note } = values
    const { message = '' } = await enterChargeback.run(ctx, {
      ...{ payment_id: Number(params.payment_id), case_number, amount, reason, received_on, note },
      respond_by: respond_by || null,
      // The operation's own schema reports missing and unknown values at their field.
      courses: courses as 'keep' | 'stop',
    })
    return redirect(url.pathname, { flash: { kind: 'success', text: message } })
  },
  view: (data, input) => <OfPayment {...data} input={input} />,
})

type Props = { payment: Refundable; chargebacks: readonly ChargebackDetails[]; input: ViewInput }

function OfPayment({ payment, chargebacks, input: { form: formState, locale } }: Props) {
  const t = useTexts(chargebackTexts)
  // Input about a known case isn't a draft of a new one.
  const form = formState.values.chargeback_id ? freshForm : formState
  const { name, transaction_id, total } = payment
  return (
    <div className="grid max-w-3xl gap-4">
      <PageTitle lead={t('recordLead')}>{t('record')}</PageTitle>
      <FormAlert message={form.message} />
      <Card>
        <Facts
          facts={[
            [t('buyer'), name || '—'],
            [t('transaction'), transaction_id],
            [t('payment'), formatMoney(toCents(total), locale)],
          ]}
        />
        <form method="post" className="mt-4 grid gap-4 sm:grid-cols-2">
          <TextField {...field(form, 'case_number')} label={t('caseNumber')} maxLength={100} required />
          <TextField
            {...field(form, 'amount')}
            defaultValue={form.values.amount ?? String(total)}
            label={t('amount')}
            inputMode="decimal"
            required
          />
          <TextField {...field(form, 'received_on')} type="date" label={t('receivedOn')} required />
          <TextField {...field(form, 'respond_by')} type="date" label={t('respondBy')} optional />
          <TextareaField
            {...field(form, 'reason')}
            label={t('reason')}
            maxLength={500}
            rows={2}
            className="sm:col-span-2"
            optional
          />
          <RadioGroup
            {...field(form, 'courses')}
            label={t('courses')}
            hint={t('coursesHint')}
            required
            className="sm:col-span-2"
            options={[
              { value: 'keep', label: t('keep') },
              { value: 'stop', label: t('stop') },
            ]}
          />
          <TextareaField
            {...field(form, 'note')}
            label={t('note')}
            maxLength={500}
            rows={2}
            className="sm:col-span-2"
            optional
          />
          <div>
            <BusySubmit label={t('record')} busyLabel={t('recording')} />
          </div>
        </form>
      </Card>
      {chargebacks.length > 0 && <h2 className="text-lg font-semibold">{t('known')}</h2>}
      {chargebacks.map((chargeback) => (
        <ChargebackCase key={chargeback.chargeback_id} chargeback={chargeback} decides form={formState} />
      ))}
      <p>
        <TextLink href={pathTo('/manage/payments')}>{t('back')}</TextLink>
      </p>
    </div>
  )
}
