import { decideHeld } from '#modules/checkout/payments/held/decide-held.ts'
import { fetchHeld, type HeldPayment } from '#modules/checkout/payments/held/fetch-held.ts'
import { heldTexts } from '#modules/checkout/payments/held/held.texts.ts'
import { isProofNeeded } from '#modules/identity/entry.ts'
import { formatMoney, toCents } from '#platform/money.ts'
import { pathTo } from '#platform/path-to.ts'
import { holds } from '#platform/permissions.ts'
import type { Locale } from '#platform/texts.ts'
import { Alert, FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { Facts, PageTitle, TextLink } from '#platform/ui/parts.tsx'
import type { FormState } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'

/** Payments that a gateway holds for review. */
export default page({
  address: '/manage/payments/held',
  title: heldTexts.title,
  may: fetchHeld.may,
  layout: BackOfficeLayout,
  load: async ({ ctx }) => ({
    ...(await fetchHeld.run(ctx, {})),
    decides: holds(ctx.actor, 'MANAGE_PAYMENTS:UPDATE'),
  }),
  async submit({ ctx, url, form: { values } }) {
    const decision = values.decision === 'approve' ? 'approve' : 'decline'
    const input = { payment_attempt_id: Number(values.payment_attempt_id), decision } as const
    try {
      const { message = '', pending } = await decideHeld.run(ctx, input)
      return redirect(url.pathname, { flash: { kind: pending ? 'info' : 'success', text: message } })
    } catch (error) {
      if (!isProofNeeded(error)) throw error
      return redirect(pathTo('/prove', { query: { redirect: url.pathname } }))
    }
  },
  view: ({ payments, decides }, { form, locale }) => (
    <HeldPayments rows={payments} decides={decides} form={form} locale={locale} />
  ),
})

type Props = { decides: boolean; form: FormState; locale: Locale }

function HeldPayments({ rows, form, ...props }: Props & { rows: readonly HeldPayment[] }) {
  const t = useTexts(heldTexts)
  return (
    <div className="grid max-w-3xl gap-4">
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      <FormAlert message={form.message} />
      {rows.length === 0 && <Empty title={t('none')} />}
      {rows.map((row) => (
        <Payment key={row.payment_attempt_id} payment={row} {...props} />
      ))}
      <p>
        <TextLink href={pathTo('/manage/payments')}>{t('back')}</TextLink>
      </p>
    </div>
  )
}

function Payment({ payment, decides, locale }: Omit<Props, 'form'> & { payment: HeldPayment }) {
  const t = useTexts(heldTexts)
  const showDate = useShowDate()
  return (
    <Panel title={payment.name || payment.email}>
      <Facts
        facts={[
          [t('purchaser'), payment.email],
          [t('order'), payment.order_id],
          [t('courses'), payment.courses],
          [t('total'), formatMoney(toCents(payment.total), locale)],
          [
            t('transaction'),
            <span key="id" className="figures break-all">
              {payment.transaction_id ?? '—'}
            </span>,
          ],
          [t('reason'), payment.reason ?? '—'],
          [t('since'), showDate(payment.held_since)],
        ]}
      />
      {payment.decision && <Alert variant="info">{t('decided')}</Alert>}
      {!payment.can.decide && <Alert variant="info">{t('elsewhere')}</Alert>}
      {decides && payment.can.decide && (
        <div className="mt-4 flex flex-wrap gap-3">
          <Decide payment={payment} decision="approve" />
          <Decide payment={payment} decision="decline" />
        </div>
      )}
    </Panel>
  )
}

function Decide({ payment, decision }: { payment: HeldPayment; decision: 'approve' | 'decline' }) {
  const t = useTexts(heldTexts)
  const approves = decision === 'approve'
  return (
    <form method="post">
      <input type="hidden" name="payment_attempt_id" value={payment.payment_attempt_id} />
      <input type="hidden" name="decision" value={decision} />
      <BusySubmit
        label={t(decision)}
        busyLabel={t(approves ? 'approving' : 'declining')}
        variant={approves ? 'default' : 'destructive'}
      />
    </form>
  )
}
