import {
  type Comparison,
  type Discrepancy,
  fetchDiscrepancies,
} from '#modules/checkout/payments/settlement/fetch-discrepancies.ts'
import { resolveDiscrepancy } from '#modules/checkout/payments/settlement/resolve-discrepancy.ts'
import { settlementTexts } from '#modules/checkout/payments/settlement/settlement.texts.ts'
import { formatMoney, toCents } from '#platform/money.ts'
import { pathTo } from '#platform/path-to.ts'
import { holds } from '#platform/permissions.ts'
import type { Locale } from '#platform/texts.ts'
import { Alert, FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { TextareaField } from '#platform/ui/field.tsx'
import { useShowDate, useShowInstant, useTexts } from '#platform/ui/locale.tsx'
import { Facts, PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { type FormState, field } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'

export default page({
  address: '/manage/payments/discrepancies',
  title: settlementTexts.title,
  may: fetchDiscrepancies.may,
  layout: BackOfficeLayout,
  load: async ({ ctx }) => ({
    ...(await fetchDiscrepancies.run(ctx, {})),
    resolves: holds(ctx.actor, 'MANAGE_PAYMENTS:UPDATE'),
  }),
  async submit({ ctx, url, form: { values } }) {
    const input = { discrepancy_id: Number(values.discrepancy_id), note: values.note ?? '' }
    const { message = '' } = await resolveDiscrepancy.run(ctx, input)
    return redirect(url.pathname, { flash: { kind: 'success', text: message } })
  },
  view: ({ discrepancies, comparisons, resolves }, { form, locale }) => (
    <Discrepancies rows={discrepancies} comparisons={comparisons} resolves={resolves} form={form} locale={locale} />
  ),
})

type Props = { resolves: boolean; form: FormState; locale: Locale }

type AllProps = Props & { rows: readonly Discrepancy[]; comparisons: readonly Comparison[] }

function Discrepancies({ rows, comparisons, ...props }: AllProps) {
  const t = useTexts(settlementTexts)
  return (
    <div className="grid max-w-3xl gap-4">
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      {comparisons.length > 0 && <Comparisons comparisons={comparisons} />}
      {rows.length === 0 && <Empty title={t('none')} />}
      {rows.map((row) => (
        <DiscrepancyPanel key={row.discrepancy_id} discrepancy={row} {...props} />
      ))}
      <p>
        <TextLink href={pathTo('/manage/payments')}>{t('back')}</TextLink>
      </p>
    </div>
  )
}

const gateways: Readonly<Record<string, string>> = { authorize_net: 'Authorize.Net', paypal: 'PayPal' }

/** How far the books have been compared, and what blocks the comparison. */
function Comparisons({ comparisons }: { comparisons: readonly Comparison[] }) {
  const t = useTexts(settlementTexts)
  const showInstant = useShowInstant()
  return (
    <Panel title={t('comparisons')}>
      <Facts
        facts={comparisons.map(({ provider, compared_until: until }) => [
          gateways[provider] ?? provider,
          until ? t('comparedUntil', { until: showInstant(until) }) : t('comparedNever'),
        ])}
      />
      {comparisons
        .filter(({ failed_at, late }) => failed_at || late)
        .map(({ provider, failed_at, reason }) => (
          <Alert key={provider} variant="error">
            {gateways[provider] ?? provider}:{' '}
            {failed_at
              ? t('comparisonFailed', { at: showInstant(failed_at), reason: reason ?? '' })
              : t('comparisonLate')}
          </Alert>
        ))}
    </Panel>
  )
}

function DiscrepancyPanel({ discrepancy, resolves, form, locale }: Props & { discrepancy: Discrepancy }) {
  const t = useTexts(settlementTexts)
  const showDate = useShowDate()
  const money = (dollars: number | null) => (dollars === null ? '—' : formatMoney(toCents(dollars), locale))
  const isSent = form.values.discrepancy_id === String(discrepancy.discrepancy_id)
  return (
    <Panel title={discrepancy.description}>
      <Facts
        facts={[
          [
            t('transaction'),
            <span key="id" className="figures break-all">
              {discrepancy.transaction_id}
            </span>,
          ],
          [t('order'), discrepancy.order_id ?? '—'],
          [t('gateway'), money(discrepancy.gateway_amount)],
          [t('books'), money(discrepancy.booked_amount)],
          [t('found'), showDate(discrepancy.found_at)],
        ]}
      />
      {resolves && (
        <form method="post" className="mt-4 grid gap-3">
          {isSent && <FormAlert message={form.message} />}
          <input type="hidden" name="discrepancy_id" value={discrepancy.discrepancy_id} />
          <TextareaField
            {...(isSent ? field(form, 'note') : { name: 'note' })}
            label={t('note')}
            maxLength={500}
            rows={2}
            required
          />
          <div>
            <BusySubmit label={t('resolve')} busyLabel={t('resolving')} variant="outline" />
          </div>
        </form>
      )}
    </Panel>
  )
}
