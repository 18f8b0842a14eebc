import { redeemTexts } from '#modules/checkout/keys/redeem.texts.ts'
import { isDateOfBirthRequired, RedeemFields, termsOf } from '#modules/checkout/keys/redeem-fields.shared.tsx'
import { redeemKey } from '#modules/checkout/keys/redeem-key.ts'
import { pathTo } from '#platform/path-to.ts'
import { student } from '#platform/permissions.ts'
import { sentDay } from '#platform/typed-day.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Card } from '#platform/ui/card.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { type FormState, field } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { StudentLayout } from '#web/layouts/student.tsx'

/** The form of the dashboard's dialog as its own page. */
export default page({
  address: '/redeem-key',
  title: redeemTexts.title,
  may: student,
  layout: StudentLayout,
  async submit({ ctx, form: { values } }) {
    const { code = '', accepted, typed, dob, dob_confirmed = null } = values
    // The box below the disclaimer was ticked.
    const agreement = accepted ? { accepted, typed, opened: true } : null
    const input = { code, agreement, dob: sentDay(dob, ctx.locale), dob_confirmed }
    const { redirect: to = pathTo('/dashboard'), message = '' } = await redeemKey.run(ctx, input)
    return redirect(to, { flash: { kind: 'success', text: message } })
  },
  view: (_, { form }) => <Redeem form={form} />,
})

function Redeem({ form }: { form: FormState }) {
  const t = useTexts(redeemTexts)
  const birthDate = isDateOfBirthRequired(form.answer) ? bornOf(form) : null
  return (
    <div className="mx-auto max-w-xl">
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      <FormAlert message={form.message} />
      <Card>
        <form method="post" className="grid gap-4">
          <RedeemFields code={field(form, 'code')} terms={termsOf(form.answer)} dateOfBirth={birthDate} />
          <BusySubmit label={t('redeem')} busyLabel={t('redeeming')} />
        </form>
      </Card>
      <p className="mt-4">
        <TextLink href={pathTo('/dashboard')}>{t('back')}</TextLink>
      </p>
    </div>
  )
}

/** Shows errors at their field. The first refusal only asks for more input. */
const bornOf = (form: FormState) => ({
  dob: 'dob' in form.values ? field(form, 'dob') : {},
  dob_confirmed: { defaultChecked: form.values.dob_confirmed === '1', error: form.errors.dob_confirmed },
})
