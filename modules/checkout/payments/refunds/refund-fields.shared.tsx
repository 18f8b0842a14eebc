import { formatMoney, toCents } from '#platform/money.ts'
import { pathTo } from '#platform/path-to.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { LinkButton } from '#platform/ui/button.tsx'
import { SelectField, TextField } from '#platform/ui/field.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { Facts } from '#platform/ui/parts.tsx'
import type { Refundable } from './fetch-refundable.ts'
import { amountField, endsField, openLines } from './refund-form.shared.ts'
import { refundTexts } from './refunds.texts.ts'

type Line = Refundable['lines'][number]
export type Way = 'refund' | 'void'
export type RefundFieldsProps = {
  payment: Refundable
  action: Way
  /** The earlier input and its errors, by field. */
  values?: Readonly<Record<string, string>>
  errors?: Readonly<Record<string, string>>
}

const otherActions = { refund: 'void', void: 'refund' } as const

/** The reason why the action can't be performed, with the other one if that can; null if it can. */
export function refundObstacle(payment: Refundable, action: Way): 'over' | 'notSettled' | 'settled' | null {
  if (!payment.can[action]) return 'over'
  if (action === 'refund' && payment.settled === false && payment.can.void) return 'notSettled'
  return action === 'void' && payment.settled === true && payment.can.refund ? 'settled' : null
}

type ObstacleProps = { payment: Refundable; action: Way; obstacle: NonNullable<ReturnType<typeof refundObstacle>> }

export function RefundObstacle({ payment, action, obstacle }: ObstacleProps) {
  const t = useTexts(refundTexts)
  const other = otherActions[action]
  if (obstacle === 'over') return <Alert variant="info">{t('over')}</Alert>
  return (
    <div className="grid gap-4">
      <PaymentFacts payment={payment} />
      <Alert variant="info">{t(obstacle)}</Alert>
      <p>
        <LinkButton href={pathTo(`/manage/payments/:payment_id/${other}`, { payment_id: payment.payment_id })}>
          {t(`${other}Instead`)}
        </LinkButton>
      </p>
    </div>
  )
}

/** The fields of a refund or void, in the dialog and on its page: per line the sum, and the effect on the course. */
export function RefundFields({ payment, action, values = {}, errors = {} }: RefundFieldsProps) {
  const lines = action === 'refund' ? openLines(payment) : payment.lines
  return (
    <>
      <PaymentFacts payment={payment} />
      <SecondPerson payment={payment} action={action} />
      {lines.map((line) => (
        <fieldset key={line.order_item_id} className="grid gap-3 rounded-md border px-4 pt-2 pb-4">
          <legend className="px-1 font-semibold">{line.name}</legend>
          {action === 'refund' && line.rest > 0 && <Amount line={line} values={values} errors={errors} />}
          {line.student_course_id !== null && <Course line={line} action={action} values={values} />}
        </fieldset>
      ))}
    </>
  )
}

/** Warns before the form is sent that the amount, or a part of it, needs a second person. */
function SecondPerson({
  payment: { total, existing_refund_amount, alone },
  action,
}: Omit<RefundFieldsProps, 'values'>) {
  const t = useTexts(refundTexts)
  const locale = useLocale()
  const remaining = toCents(total) - toCents(existing_refund_amount)
  if (alone === null || toCents(alone) >= remaining) return null
  const alwaysNeedsApproval = action === 'void' || alone === 0
  return (
    <Alert variant="info">
      {t(alwaysNeedsApproval ? 'secondPerson' : 'secondPersonAbove', { sum: formatMoney(toCents(alone), locale) })}
    </Alert>
  )
}

function PaymentFacts({ payment }: { payment: Refundable }) {
  const t = useTexts(refundTexts)
  const locale = useLocale()
  const money = (cents: number) => <span className="figures">{formatMoney(cents, locale)}</span>
  const { name, transaction_id } = payment
  const total = toCents(payment.total)
  const pendingCents = toCents(payment.pending_refund_amount)
  const awaiting = toCents(payment.awaiting_refund_amount)
  const pending = pendingCents - awaiting
  const refunded = toCents(payment.existing_refund_amount) - pendingCents
  return (
    <Facts
      facts={[
        [t('purchaser'), name],
        [
          t('transaction'),
          <span key="id" className="figures break-all">
            {transaction_id}
          </span>,
        ],
        [t('total'), money(total)],
        [t('soFar'), money(refunded)],
        ...(awaiting > 0 ? ([[t('awaitingOf'), money(awaiting)]] as const) : []),
        ...(pending > 0 ? ([[t('pendingOf'), money(pending)]] as const) : []),
      ]}
    />
  )
}

type LineProps = { line: Line } & Required<Pick<RefundFieldsProps, 'values'>>

function Amount({ line, values, errors }: LineProps & Required<Pick<RefundFieldsProps, 'errors'>>) {
  const t = useTexts(refundTexts)
  const locale = useLocale()
  const name = amountField(line)
  return (
    <TextField
      name={name}
      label={t('amountOf', { rest: formatMoney(toCents(line.rest), locale) })}
      defaultValue={values[name] ?? line.rest.toFixed(2)}
      error={errors[name]}
      inputMode="decimal"
      autoComplete="off"
      maxLength={12}
      className="figures max-w-60"
    />
  )
}

function Course({ line, action, values }: LineProps & Pick<RefundFieldsProps, 'action'>) {
  const t = useTexts(refundTexts)
  const name = endsField(line)
  const byRule = line.completed ? 'byRuleCompleted' : action === 'void' ? 'byRuleVoid' : 'byRule'
  const options = [
    { value: '', label: t(byRule) },
    ...(byRule === 'byRuleVoid' ? [] : [{ value: '1', label: t('ends') }]),
    ...(line.completed ? [] : [{ value: '0', label: t('stays') }]),
  ]
  return (
    <>
      {line.completed && <Alert variant="attention">{t('completed')}</Alert>}
      <SelectField
        name={name}
        label={t('course', { status: line.student_course_status ?? '' })}
        options={options}
        defaultValue={values[name] ?? ''}
      />
    </>
  )
}
