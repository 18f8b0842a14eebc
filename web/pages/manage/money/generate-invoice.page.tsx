import { type CoursePlace, listPlaces } from '#modules/checkout/entry.ts'
import { type DateRange, GenerateFields } from '#modules/checkout/invoices/generate-fields.shared.tsx'
import { buildRequest, validateForm } from '#modules/checkout/invoices/generate-form.shared.ts'
import { generateInvoice } from '#modules/checkout/invoices/generate-invoice.ts'
import { placeName } from '#modules/checkout/invoices/invoice-paths.shared.ts'
import { invoiceTexts } from '#modules/checkout/invoices/invoices.texts.ts'
import { pathTo } from '#platform/path-to.ts'
import { localText } from '#platform/texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Card } from '#platform/ui/card.tsx'
import { SelectField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { type FormState, field, invalid } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { todayOf } from '#platform/zone.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { lastMonth } from './last-month.ts'

/** The courses of all websites to choose from. */
const maxPlaces = 1_000
type PageData = { places: CoursePlace[]; last_month: DateRange }

/** An invoice of a course website for some days; by default last month's. */
export default page({
  address: '/manage/generate-invoice',
  title: invoiceTexts.generate,
  may: generateInvoice.may,
  layout: BackOfficeLayout,
  load: async ({ ctx }): Promise<PageData> => ({
    places: await listPlaces(ctx, { limit: maxPlaces }),
    last_month: lastMonth(todayOf(ctx)),
  }),
  async submit({ ctx, form: { values } }) {
    const problems = Object.entries(validateForm(values))
    if (problems.length > 0)
      return invalid(
        Object.fromEntries(problems.map(([name, key]) => [name, localText(ctx.locale, invoiceTexts, key)])),
      )
    const { invoice_id, message = '' } = await generateInvoice.run(ctx, buildRequest(values))
    return redirect(pathTo('/manage/invoices/details', { query: { invoice_id } }), {
      flash: { kind: 'success', text: message },
    })
  },
  view: (data, { form }) => <Generate shown={data} form={form} />,
})

function Generate({ shown: { places, last_month }, form }: { shown: PageData; form: FormState }) {
  const t = useTexts(invoiceTexts)
  const options = places.map((place) => ({ value: place.course_website_id, label: placeName(place) }))
  return (
    <div className="max-w-xl">
      <PageTitle lead={t('generateLead')}>{t('generate')}</PageTitle>
      <FormAlert message={form.message} />
      <Card>
        <form method="post" className="grid gap-4">
          <GenerateFields
            last_month={last_month}
            areAllCourses={form.values.all === '1'}
            fieldOf={(name, initial) => field(form, name, initial)}
          >
            <SelectField
              {...field(form, 'course_website_id')}
              label={t('courseWebsite')}
              options={options}
              placeholder
              required
            />
          </GenerateFields>
          <BusySubmit label={t('generate')} busyLabel={t('generating')} />
        </form>
      </Card>
      <p className="mt-4">
        <TextLink href={pathTo('/manage/invoices')}>{t('back')}</TextLink>
      </p>
    </div>
  )
}
