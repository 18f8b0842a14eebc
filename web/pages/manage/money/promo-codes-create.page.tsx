import { listWebsiteChoices } from '#modules/checkout/entry.ts'
import { promoTexts } from '#modules/checkout/promo-codes/promo-code.texts.ts'
import { draftOf } from '#modules/checkout/promo-codes/promo-form.shared.ts'
import { promoCodesPath } from '#modules/checkout/promo-codes/promo-paths.shared.ts'
import { savePromoCodes } from '#modules/checkout/promo-codes/save-promo-codes.ts'
import { staff } from '#platform/permissions.ts'
import { localize } from '#platform/texts.ts'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { zoneOf } from '#platform/zone.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { PromoCodeForm } from './promo-code-form.tsx'

export default page({
  address: '/manage/settings/promo-codes/create',
  title: promoTexts.add,
  may: staff('MANAGE_SETTINGS:UPDATE'),
  layout: BackOfficeLayout,
  load: async ({ ctx }) => ({ websites: await listWebsiteChoices(ctx) }),
  async submit({ ctx, form }) {
    const { message = '' } = await savePromoCodes.run(ctx, { promoCodes: [draftOf(form.values, null, zoneOf(ctx))] })
    return redirect(promoCodesPath, { flash: { kind: 'success', text: message } })
  },
  view: ({ websites }, { form, locale }) => (
    <div className="max-w-xl">
      <PageTitle>{localize(locale, promoTexts.add)}</PageTitle>
      <PromoCodeForm code={null} websites={websites} form={form} />
      <p className="mt-4">
        <TextLink href={promoCodesPath}>{localize(locale, promoTexts.back)}</TextLink>
      </p>
    </div>
  ),
})
