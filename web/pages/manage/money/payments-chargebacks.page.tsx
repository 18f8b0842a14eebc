import { chargebackTexts } from '#modules/checkout/payments/chargebacks/chargebacks.texts.ts'
import { decideChargeback } from '#modules/checkout/payments/chargebacks/decide-chargeback.ts'
import { type ChargebackDetails, fetchChargebacks } from '#modules/checkout/payments/chargebacks/fetch-chargebacks.ts'
import { pathTo } from '#platform/path-to.ts'
import { holds } from '#platform/permissions.ts'
import { Empty } from '#platform/ui/empty.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import type { FormState } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { ChargebackCase, decisionOf } from './chargeback-parts.tsx'

/** Chargebacks that wait for a person. */
export default page({
  address: '/manage/payments/chargebacks',
  title: chargebackTexts.title,
  may: fetchChargebacks.may,
  layout: BackOfficeLayout,
  load: async ({ ctx }) => ({
    ...(await fetchChargebacks.run(ctx, {})),
    decides: holds(ctx.actor, 'MANAGE_PAYMENTS:UPDATE'),
  }),
  async submit({ ctx, url, form: { values } }) {
    const { message = '' } = await decideChargeback.run(ctx, decisionOf(values))
    return redirect(url.pathname, { flash: { kind: 'success', text: message } })
  },
  view: ({ chargebacks, decides }, { form }) => <Chargebacks rows={chargebacks} decides={decides} form={form} />,
})

type Props = { rows: readonly ChargebackDetails[]; decides: boolean; form: FormState }

function Chargebacks({ rows, decides, form }: Props) {
  const t = useTexts(chargebackTexts)
  return (
    <div className="grid max-w-3xl gap-4">
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      {rows.length === 0 && <Empty title={t('none')}>{t('noneLead')}</Empty>}
      {rows.map((row) => (
        <ChargebackCase key={row.chargeback_id} chargeback={row} decides={decides} form={form} />
      ))}
      <p>
        <TextLink href={pathTo('/manage/payments')}>{t('back')}</TextLink>
      </p>
    </div>
  )
}
