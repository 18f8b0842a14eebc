import {
  listWebsiteChoices,
  promoCodeResponse,
  type SavedPromoCode,
  selectSavedCodes,
} from '#modules/checkout/entry.ts'
import { promoTexts } from '#modules/checkout/promo-codes/promo-code.texts.ts'
import { draftOf } from '#modules/checkout/promo-codes/promo-form.shared.ts'
import { promoCodesPath } from '#modules/checkout/promo-codes/promo-paths.shared.ts'
import { savePromoCodes } from '#modules/checkout/promo-codes/save-promo-codes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { staff } from '#platform/permissions.ts'
import { localText } from '#platform/texts.ts'
import { Panel } from '#platform/ui/card.tsx'
import { ConfirmSubmit } from '#platform/ui/confirm.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { page } from '#platform/web/page.ts'
import { type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { zoneOf } from '#platform/zone.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { PromoCodeForm } from './promo-code-form.tsx'

/** One promo code, to change or delete. */
export default page({
  address: '/manage/settings/promo-codes/:promo_code_id{[0-9]{1,9}}',
  title: promoTexts.edit,
  may: staff('MANAGE_SETTINGS:UPDATE'),
  layout: BackOfficeLayout,
  load: async ({ ctx, params }) => ({
    code: await selectCode(ctx, params.promo_code_id),
    websites: await listWebsiteChoices(ctx),
  }),
  async submit({ ctx, params, form: { values } }) {
    const before = await selectCode(ctx, params.promo_code_id)
    if (values.action === 'delete') return remove(ctx, before)
    const { message = '' } = await savePromoCodes.run(ctx, { promoCodes: [draftOf(values, before, zoneOf(ctx))] })
    return redirect(promoCodesPath, { flash: { kind: 'success', text: message } })
  },
  view: ({ code, websites }, { form }) => (
    <div className="grid max-w-xl gap-4">
      <Title code={code} />
      <PromoCodeForm code={code} websites={websites} form={form} />
      <Delete code={code} />
      <Back />
    </div>
  ),
})

async function selectCode(ctx: Ctx, promo_code_id: string): Promise<SavedPromoCode> {
  const [row] = await selectSavedCodes(ctx, [Number(promo_code_id)])
  return promoCodeResponse(row!)
}

async function remove(ctx: Ctx, { promo_code_id, code }: SavedPromoCode): Promise<PageRedirect> {
  const { ended } = await savePromoCodes.run(ctx, { deletedPromoCodes: [promo_code_id] })
  const text = localText(ctx.locale, promoTexts, ended.length > 0 ? 'endedNow' : 'deleted', { code })
  return redirect(promoCodesPath, { flash: { kind: 'success', text } })
}

function Title({ code: { code, used } }: { code: SavedPromoCode }) {
  const t = useTexts(promoTexts)
  return <PageTitle lead={`${t('used')}: ${used}`}>{code}</PageTitle>
}

function Delete({ code: { code } }: { code: SavedPromoCode }) {
  const t = useTexts(promoTexts)
  return (
    <Panel title={t('delete')}>
      <p className="mb-4">{t('deleteLead', { code })}</p>
      <form method="post">
        <input type="hidden" name="action" value="delete" />
        <ConfirmSubmit label={t('delete')}>{t('deleteLead', { code })}</ConfirmSubmit>
      </form>
    </Panel>
  )
}

function Back() {
  const t = useTexts(promoTexts)
  return (
    <p>
      <TextLink href={promoCodesPath}>{t('back')}</TextLink>
    </p>
  )
}
