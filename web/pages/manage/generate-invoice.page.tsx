import { generateInvoice, listPlaces, type Place } from '../../../modules/checkout/index.ts'
import { invoiceLanguages } from '../../../modules/checkout/invoices/invoice-language.shared.ts'
import { invoiceTexts } from '../../../modules/checkout/invoices/invoices.texts.ts'
import BusySubmit from '../../../modules/identity/sign-in/busy-submit.island.tsx'
import { staff } from '../../../platform/permissions.ts'
import { say } from '../../../platform/texts.ts'
import { FormMessage } from '../../../platform/ui/banner.tsx'
import { Checkbox } from '../../../platform/ui/choice.tsx'
import { SelectField, TextField } from '../../../platform/ui/field.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { Card, PageTitle, TextLink } from '../../../platform/ui/parts.tsx'
import { type FormState, field, invalid } from '../../../platform/web/form.ts'
import { redirect } from '../../../platform/web/leave.ts'
import { page } from '../../../platform/web/page.ts'
import { BackOfficeLayout } from '../../layouts/backoffice.tsx'

/** The courses of all websites that are offered to choose from. */
const mostPlaces = 1_000
type Shown = { places: Place[]; last_month: { from: string; to: string } }

/** An invoice of a course website for some days; last month's unless others are chosen. */
export default page({
  address: '/manage/generate-invoice',
  title: invoiceTexts.generate,
  may: staff('MANAGE_INVOICE_PAYMENTS:CREATE'),
  layout: BackOfficeLayout,
  load: async ({ ctx }): Promise<Shown> => ({
    places: await listPlaces(ctx, { most: mostPlaces }),
    last_month: lastMonth(ctx.now),
  }),
  async submit({ ctx, form: { values } }) {
    const { from = '', to = '', course_website_id, language, all } = values
    const issues = {
      ...(course_website_id ? {} : { course_website_id: say(ctx.locale, invoiceTexts, 'courseWebsiteMissing') }),
      ...(from && to ? {} : { from: say(ctx.locale, invoiceTexts, 'periodMissing') }),
      ...(from > to && to ? { to: say(ctx.locale, invoiceTexts, 'periodBackwards') } : {}),
    }
    if (Object.keys(issues).length > 0) return invalid(issues)
    const { invoice_id, message = '' } = await generateInvoice.run(ctx, {
      created_at: [`gte:${from}`, `lte:${to}`],
      courseWebsiteId: course_website_id,
      allCourses: all === '1',
      lk_invoice_language_id: language || undefined,
    })
    return redirect(`/manage/invoices/details?invoice_id=${invoice_id}`, { flash: { kind: 'success', text: message } })
  },
  view: (shown, { form, locale }) => <Generate shown={shown} form={form} at={locale === 'es-es' ? 1 : 0} />,
})

function lastMonth(now: Date): Shown['last_month'] {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  return { from: day(Date.UTC(year, month - 1, 1)), to: day(Date.UTC(year, month, 0)) }
}

function Generate({ shown: { places, last_month }, form, at }: { shown: Shown; form: FormState; at: 0 | 1 }) {
  const t = useTexts(invoiceTexts)
  const options = places.map(({ course_website_id, course_name, website_name, organization_name }) => ({
    value: course_website_id,
    label: [course_name, ...new Set([website_name, organization_name])].join(' · '),
  }))
  const languages = Object.entries(invoiceLanguages).map(([value, words]) => ({ value, label: words[at] }))
  return (
    <div className="mx-auto max-w-xl">
      <PageTitle lead={t('generateLead')}>{t('generate')}</PageTitle>
      <FormMessage message={form.message} />
      <Card>
        <form method="post" className="grid gap-4">
          <SelectField
            {...field(form, 'course_website_id')}
            label={t('courseWebsite')}
            options={options}
            placeholder
            required
          />
          <Checkbox name="all" value="1" defaultChecked={form.values.all === '1'} label={t('allCourses')} />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField {...field(form, 'from', last_month.from)} type="date" label={t('from')} required />
            <TextField {...field(form, 'to', last_month.to)} type="date" label={t('to')} required />
          </div>
          <SelectField
            {...field(form, 'language', '1')}
            label={t('language')}
            hint={t('languageHint')}
            options={languages}
          />
          <BusySubmit label={t('generate')} busyLabel={t('generating')} />
        </form>
      </Card>
      <p className="mt-4">
        <TextLink href="/manage/invoices">{t('back')}</TextLink>
      </p>
    </div>
  )
}
