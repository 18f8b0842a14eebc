import { redeemKey } from '../../../modules/checkout/index.ts'
import { redeemTexts } from '../../../modules/checkout/keys/redeem.texts.ts'
import { RedeemFields, termsOf } from '../../../modules/checkout/keys/redeem-fields.shared.tsx'
import BusySubmit from '../../../modules/identity/sign-in/busy-submit.island.tsx'
import { student } from '../../../platform/permissions.ts'
import { FormMessage } from '../../../platform/ui/banner.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { Card, PageTitle, TextLink } from '../../../platform/ui/parts.tsx'
import { type FormState, field } from '../../../platform/web/form.ts'
import { redirect } from '../../../platform/web/leave.ts'
import { page } from '../../../platform/web/page.ts'
import { StudentLayout } from '../../layouts/student.tsx'

/** The form of the dashboard's dialog as a page of its own. */
export default page({
  address: '/redeem-key',
  title: redeemTexts.title,
  may: student,
  layout: StudentLayout,
  async submit({ ctx, form: { values } }) {
    const { code = '', accepted, typed } = values
    // The disclaimer stood above the box that was ticked.
    const agreement = accepted ? { accepted, typed, opened: true } : null
    const { redirect: to = '/dashboard', message = '' } = await redeemKey.run(ctx, { code, agreement })
    return redirect(to, { flash: { kind: 'success', text: message } })
  },
  view: (_, { form }) => <Redeem form={form} />,
})

function Redeem({ form }: { form: FormState }) {
  const t = useTexts(redeemTexts)
  return (
    <div className="mx-auto max-w-xl">
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      <FormMessage message={form.message} />
      <Card>
        <form method="post" className="grid gap-4">
          <RedeemFields code={field(form, 'code')} terms={termsOf(form.answer)} />
          <BusySubmit label={t('redeem')} busyLabel={t('redeeming')} />
        </form>
      </Card>
      <p className="mt-4">
        <TextLink href="/dashboard">{t('back')}</TextLink>
      </p>
    </div>
  )
}
