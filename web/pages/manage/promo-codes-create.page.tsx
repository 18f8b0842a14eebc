import { listWebsiteChoices, savePromoCodes } from '../../../modules/checkout/index.ts'
import { promoTexts } from '../../../modules/checkout/promo-codes/promo-code.texts.ts'
import { staff } from '../../../platform/permissions.ts'
import { pick } from '../../../platform/texts.ts'
import { PageTitle, TextLink } from '../../../platform/ui/parts.tsx'
import { redirect } from '../../../platform/web/leave.ts'
import { page } from '../../../platform/web/page.ts'
import { BackOfficeLayout } from '../../layouts/backoffice.tsx'
import { draftOf } from './promo-code-draft.ts'
import { PromoCodeForm } from './promo-code-form.tsx'

export default page({
  address: '/manage/settings/promo-codes/create',
  title: promoTexts.add,
  may: staff('MANAGE_SETTINGS:UPDATE'),
  layout: BackOfficeLayout,
  load: async ({ ctx }) => ({ websites: await listWebsiteChoices(ctx) }),
  async submit({ ctx, form }) {
    const { message = '' } = await savePromoCodes.run(ctx, { promoCodes: [draftOf(form.values, null)] })
    return redirect('/manage/settings/promo-codes', { flash: { kind: 'success', text: message } })
  },
  view: ({ websites }, { form, locale }) => (
    <div className="mx-auto max-w-xl">
      <PageTitle>{pick(locale, promoTexts.add)}</PageTitle>
      <PromoCodeForm code={null} websites={websites} form={form} />
      <p className="mt-4">
        <TextLink href="/manage/settings/promo-codes">{pick(locale, promoTexts.back)}</TextLink>
      </p>
    </div>
  ),
})
