import { chargeTexts } from '#modules/checkout/charges/charges.texts.ts'
import { undoInvoiced } from '#modules/checkout/charges/undo-invoiced.ts'
import { pathTo } from '#platform/path-to.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Card } from '#platform/ui/card.tsx'
import { TextareaField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'
import { type FormState, field } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'

/** Undoes an enrollment that an organization would be invoiced for. */
export default page({
  address: '/manage/payments/:id{[0-9]{1,9}}/undo',
  title: chargeTexts.undoTitle,
  may: undoInvoiced.may,
  layout: BackOfficeLayout,
  load: () => ({}),
  async submit({ ctx, params, form: { values } }) {
    const { message = '' } = await undoInvoiced.run(ctx, { payment_id: params.id, reason: values.reason ?? '' })
    return redirect(pathTo('/manage/payments'), { flash: { kind: 'success', text: message } })
  },
  view: (_, { form }) => <Undo form={form} />,
})

function Undo({ form }: { form: FormState }) {
  const t = useTexts(chargeTexts)
  return (
    <>
      <PageTitle lead={t('undoLead')}>{t('undoTitle')}</PageTitle>
      <FormAlert message={form.message} />
      <Card className="max-w-2xl">
        <form method="post" className="grid gap-4">
          <TextareaField {...field(form, 'reason')} label={t('undoReason')} maxLength={500} rows={2} required />
          <div>
            <SubmitButton variant="destructive">{t('undoButton')}</SubmitButton>
          </div>
        </form>
      </Card>
    </>
  )
}
