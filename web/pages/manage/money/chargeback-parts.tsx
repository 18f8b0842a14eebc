import { chargebackTexts } from '#modules/checkout/payments/chargebacks/chargebacks.texts.ts'
import type { ChargebackDetails } from '#modules/checkout/payments/chargebacks/fetch-chargebacks.ts'
import { formatMoney, toCents } from '#platform/money.ts'
import { pathTo } from '#platform/path-to.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { SelectField, TextareaField } from '#platform/ui/field.tsx'
import { useLocale, useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { Facts, TextLink } from '#platform/ui/parts.tsx'
import { type FormState, field } from '#platform/web/form.ts'

type Props = { chargeback: ChargebackDetails; decides: boolean; form: FormState }

/** One case with its data, and the form for its outcome and its courses. */
export function ChargebackCase({ chargeback, decides, form }: Props) {
  const t = useTexts(chargebackTexts)
  const locale = useLocale()
  const showDate = useShowDate()
  const isSent = form.values.chargeback_id === String(chargeback.chargeback_id)
  return (
    <Panel title={<span className="wrap-anywhere">{`${t('caseNumber')} ${chargeback.case_number}`}</span>}>
      <Facts
        facts={[
          [t('buyer'), chargeback.name || '—'],
          [
            t('transaction'),
            <span key="id" className="figures break-all">
              {chargeback.transaction_id}
            </span>,
          ],
          [t('amount'), formatMoney(toCents(chargeback.amount), locale)],
          [t('reason'), chargeback.reason || '—'],
          [t('receivedOn'), showDate(chargeback.received_on)],
          [t('respondBy'), chargeback.respond_by ? showDate(chargeback.respond_by) : '—'],
          [t('outcome'), t(chargeback.state)],
          [t('courses'), t(chargeback.courses ?? 'undecided')],
          [t('origin'), t(chargeback.origin === 'staff' ? 'byStaff' : 'byGateway')],
          ...(chargeback.note ? ([[t('note'), chargeback.note]] as [string, string][]) : []),
        ]}
      />
      {decides && (
        <form method="post" className="mt-4 grid gap-3 sm:grid-cols-2">
          {isSent && (
            <div className="sm:col-span-2">
              <FormAlert message={form.message} />
            </div>
          )}
          <input type="hidden" name="chargeback_id" value={chargeback.chargeback_id} />
          <input type="hidden" name="version" value={chargeback.version} />
          <SelectField
            {...(isSent ? field(form, 'outcome') : { name: 'outcome' })}
            label={t('outcome')}
            defaultValue={chargeback.state === 'open' ? '' : chargeback.state}
            options={[
              ...(chargeback.state === 'open' ? [{ value: '', label: t('open') }] : []),
              { value: 'won', label: t('won') },
              ...(chargeback.state === 'won' ? [] : [{ value: 'lost', label: t('lost') }]),
            ]}
          />
          <SelectField
            {...(isSent ? field(form, 'courses') : { name: 'courses' })}
            label={t('courses')}
            defaultValue={chargeback.courses ?? ''}
            options={[
              ...(chargeback.courses ? [] : [{ value: '', label: t('undecided') }]),
              { value: 'keep', label: t('keep') },
              { value: 'stop', label: t('stop') },
            ]}
          />
          <TextareaField
            {...(isSent ? field(form, 'note') : { name: 'note' })}
            label={t('note')}
            maxLength={500}
            rows={2}
            className="sm:col-span-2"
          />
          <div>
            <BusySubmit label={t('save')} busyLabel={t('saving')} variant="outline" />
          </div>
        </form>
      )}
      <p className="mt-3">
        <TextLink href={pathTo('/checkout/success/:transactionId', { transactionId: chargeback.transaction_id })}>
          {t('payment')}
        </TextLink>
      </p>
    </Panel>
  )
}

type Values = Readonly<Record<string, string | undefined>>

const outcomes = ['won', 'lost'] as const
const choices = ['keep', 'stop'] as const

/** A case's form in the call's shape; unchanged values are not sent. */
export const decisionOf = ({ chargeback_id = '', outcome, courses, note = '', version = '' }: Values) => ({
  chargeback_id: Number(chargeback_id),
  outcome: outcomes.find((choice) => choice === outcome) ?? null,
  courses: choices.find((choice) => choice === courses) ?? null,
  note,
  version,
})
