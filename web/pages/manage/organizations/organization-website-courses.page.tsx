import { fetchWebsiteById } from '#modules/catalogue/websites/fetch-website-by-id.ts'
import { removeCourseWebsite } from '#modules/catalogue/websites/remove-course-website.ts'
import { saveCourseWebsite } from '#modules/catalogue/websites/save-course-website.ts'
import { assignedCourses, unassignedCourses } from '#modules/catalogue/websites/website-courses.ts'
import { formatMoney } from '#platform/money.ts'
import { pathTo } from '#platform/path-to.ts'
import { holds, staff } from '#platform/permissions.ts'
import type { Locale } from '#platform/texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { ConfirmSubmit } from '#platform/ui/confirm.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { TextLink, Unseen } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { type FormState, field } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { notFound, type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { refusedWith } from '#web/pages/manage/refused-with.ts'
import { orgTexts } from './organization.texts.ts'
import { AddCourse } from './organization-add-course.tsx'
import { findOrg, type Org, OrgShell, orgAddress } from './organization-shell.tsx'

type Course = Awaited<ReturnType<typeof assignedCourses.run>>['courses'][number]
type WebsiteCoursesData = {
  org: Org
  website: Awaited<ReturnType<typeof fetchWebsiteById.run>>['website']
  courses: Course[]
  free: Awaited<ReturnType<typeof unassignedCourses.run>>['courses']
  can: { add: boolean; update: boolean; remove: boolean }
}
type PageData = { loaded: WebsiteCoursesData; form: FormState; locale: Locale }

/** The courses on a website and their prices there; `?course=` opens the prices of one. */
export default page({
  address: '/manage/organization/:id{[0-9]{1,9}}/websites/:website_id{[0-9]{1,9}}/courses',
  title: orgTexts.assign,
  may: staff(['MANAGE_WEBSITES:READ', 'MANAGE_ORGANIZATION:READ']),
  layout: BackOfficeLayout,
  async load({ ctx, params }): Promise<WebsiteCoursesData | PageRedirect> {
    const { website_id } = params
    const org = await findOrg(ctx, params.id)
    const { website } = await fetchWebsiteById.run(ctx, { website_id })
    if (org?.organization_id !== website.organization_id) return notFound()
    const [{ courses }, { courses: free }] = await Promise.all([
      assignedCourses.run(ctx, { website_id }),
      unassignedCourses.run(ctx, { website_id }),
    ])
    const can = {
      add: holds(ctx.actor, 'MANAGE_WEBSITES:CREATE'),
      update: holds(ctx.actor, 'MANAGE_WEBSITES:UPDATE'),
      remove: holds(ctx.actor, 'MANAGE_WEBSITES:DELETE'),
    }
    return { org, website, courses, free, can }
  },
  async submit({ ctx, params, url, form: { values } }) {
    const { course_website_id, course_id, course_price, admin_fee, min_course_price, max_course_price } = values
    const prices = { course_price, admin_fee, min_course_price, max_course_price }
    const redirectBack = ({ message = '' }: { message?: string }) =>
      redirect(url.pathname, { flash: { kind: 'success', text: message } })
    if (values.action === 'remove') return redirectBack(await removeCourseWebsite.run(ctx, { course_website_id }))
    if (values.action === 'change')
      return redirectBack(
        await saveCourseWebsite.run(ctx, { course_website_id, updated_at: values.updated_at, ...prices }),
      )
    try {
      return redirectBack(await saveCourseWebsite.run(ctx, { website_id: params.website_id, course_id, ...prices }))
    } catch (error) {
      return refusedWith(ctx, error, values, orgTexts.addFailed)
    }
  },
  view: (data, { form, locale, query }) => {
    const course = data.courses.find(({ course_website_id }) => String(course_website_id) === query.course)
    return <WebsiteCourses loaded={data} form={form} locale={locale} chosen={course} />
  },
})

function WebsiteCourses({ loaded, form, locale, chosen }: PageData & { chosen: Course | undefined }) {
  const t = useTexts(orgTexts)
  const { org, website, courses, can } = loaded
  return (
    <OrgShell org={org} tab="websites">
      <h2 className="text-lg font-semibold">{t('coursesOf', { website: website.name })}</h2>
      <FormAlert message={form.message} />
      {chosen && can.update && <ChangePrices loaded={loaded} form={form} chosen={chosen} />}
      {courses.length === 0 ? (
        <Empty title={t('noCourses')}>{t('noCoursesLead')}</Empty>
      ) : (
        <Assigned loaded={loaded} locale={locale} />
      )}
      {can.add && !chosen && (
        <AddCourse available={loaded.free} form={form} className="max-w-3xl">
          <PriceFields form={form} terms={false} />
        </AddCourse>
      )}
      <p>
        <TextLink href={orgAddress(org)} alone>
          {t('back')}
        </TextLink>
      </p>
    </OrgShell>
  )
}

function Assigned({ loaded: { org, website, courses, can }, locale }: Omit<PageData, 'form'>) {
  const t = useTexts(orgTexts)
  const money = (dollars: number | null) => (dollars === null ? '—' : formatMoney(Math.round(dollars * 100), locale))
  const ids = { id: org.organization_id, website_id: website.website_id }
  return (
    <Table label={t('coursesOf', { website: website.name })}>
      <thead>
        <tr>
          <TableHead>{t('course')}</TableHead>
          <TableHead numeric>{t('coursePrice')}</TableHead>
          <TableHead numeric>{t('adminPrice')}</TableHead>
          <TableHead numeric>{t('minPrice')}</TableHead>
          <TableHead numeric>{t('maxPrice')}</TableHead>
          {can.update && <TableHead>{t('editPrices')}</TableHead>}
        </tr>
      </thead>
      <tbody>
        {courses.map((course) => (
          <tr key={course.course_website_id}>
            <TableCell className="min-w-48">{course.name}</TableCell>
            <TableCell numeric>{money(course.course_price)}</TableCell>
            <TableCell numeric>{money(course.admin_fee)}</TableCell>
            <TableCell numeric>{money(course.min_course_price)}</TableCell>
            <TableCell numeric>{money(course.max_course_price)}</TableCell>
            {can.update && (
              <TableCell>
                <TextLink
                  href={pathTo('/manage/organization/:id/websites/:website_id/courses', ids, {
                    query: { course: course.course_website_id },
                  })}
                  alone
                >
                  {t('editPrices')}
                  <Unseen>: {course.name}</Unseen>
                </TextLink>
              </TableCell>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const dollarText = (dollars: number | null) => (dollars === null ? '' : dollars.toFixed(2))

function PriceFields({ form, terms, course }: { form: FormState; terms: boolean; course?: Course }) {
  const t = useTexts(orgTexts)
  const rows = [
    ['admin_fee', 'adminPrice', course?.admin_fee],
    ['min_course_price', 'minPrice', course?.min_course_price],
    ['max_course_price', 'maxPrice', course?.max_course_price],
  ] as const
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        {...field(form, 'course_price', course && dollarText(course.course_price))}
        label={t('coursePrice')}
        hint={course ? undefined : t('priceHint')}
        inputMode="decimal"
        optional={!course}
        required={Boolean(course)}
      />
      {course &&
        rows.map(([name, label, value]) => (
          // A disabled field isn't sent, so its value stays.
          <TextField
            key={name}
            {...field(form, name, dollarText(value ?? null))}
            label={t(label)}
            inputMode="decimal"
            disabled={!terms}
            optional
          />
        ))}
    </div>
  )
}

function ChangePrices({ loaded: { website, can }, form, chosen }: Omit<PageData, 'locale'> & { chosen: Course }) {
  const t = useTexts(orgTexts)
  const id = <input type="hidden" name="course_website_id" value={chosen.course_website_id} />
  return (
    <Panel title={`${t('editPrices')}: ${chosen.name}`} className="max-w-3xl">
      <form method="post" className="grid gap-4">
        <input type="hidden" name="action" value="change" />
        <input type="hidden" name="updated_at" value={chosen.updated_at} />
        {id}
        {!website.can.setTerms && <p className="text-muted-foreground">{t('termsLead')}</p>}
        <PriceFields form={form} terms={website.can.setTerms} course={chosen} />
        <BusySubmit label={t('save')} busyLabel={t('saving')} />
      </form>
      {can.remove && (
        <form method="post" className="mt-4 grid justify-items-start gap-2 border-t pt-4">
          <input type="hidden" name="action" value="remove" />
          {id}
          <p className="text-muted-foreground">{t('removeLead')}</p>
          <ConfirmSubmit label={t('removeCourse', { course: chosen.name })} size="sm">
            {t('removeLead')}
          </ConfirmSubmit>
        </form>
      )}
    </Panel>
  )
}
