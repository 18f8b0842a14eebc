import { findSoldCourse } from '#modules/catalogue/entry.ts'
import { organizationCourses } from '#modules/catalogue/websites/organization-courses.grid.ts'
import {
  addOrganizationCourse,
  removeOrganizationCourse,
  unassignedOrganizationCourses,
} from '#modules/catalogue/websites/organization-courses.ts'
import GridIsland from '#platform/grid/grid.island.tsx'
import { type GridData, loadGrid } from '#platform/grid/grid-data.ts'
import { holds, staff } from '#platform/permissions.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { type FormState, field } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { notFound, type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { orgTexts } from './organization.texts.ts'
import { AddCourse } from './organization-add-course.tsx'
import { findOrg, type Org, OrgShell, orgAddress } from './organization-shell.tsx'

type Course = { course_id: number; name: string }
type PageData = {
  org: Org
  soldCourses: GridData
  availableCourses: (Course & { price: number })[]
  /** Set by `?remove=`, so that removal has to be confirmed. */
  leaving: Course | null
  canAdd: boolean
}

/** The courses that an organization sells on any of its websites. */
export default page({
  address: '/manage/organization/:id{[0-9]{1,9}}/courses',
  title: orgTexts.courses,
  may: staff('MANAGE_ORGANIZATION:READ'),
  layout: BackOfficeLayout,
  async load(input): Promise<PageData | PageRedirect> {
    const { ctx, params, query } = input
    const org = await findOrg(ctx, params.id)
    if (!org) return notFound()
    const { organization_id } = org
    const canAdd = holds(ctx.actor, 'MANAGE_ORGANIZATION:UPDATE')
    const course_id = holds(ctx.actor, 'MANAGE_ORGANIZATION:DELETE') ? idOf(query.remove) : null
    const [soldCourses, availableCourses, name] = await Promise.all([
      loadGrid(organizationCourses, input, organization_id),
      canAdd ? unassignedOrganizationCourses.run(ctx, { organization_id }).then(({ data }) => data) : [],
      course_id && findSoldCourse(ctx, { organization_id, course_id }),
    ])
    return { org, soldCourses, availableCourses, leaving: course_id && name ? { course_id, name } : null, canAdd }
  },
  async submit({ ctx, params, url, form: { values } }) {
    const input = { organization_id: params.id, course_id: values.course_id }
    const { message = '' } =
      values.action === 'remove'
        ? await removeOrganizationCourse.run(ctx, input)
        : await addOrganizationCourse.run(ctx, { ...input, course_price: values.course_price })
    return redirect(url.pathname, { flash: { kind: 'success', text: message } })
  },
  view: (data, { form }) => <CoursesTab loaded={data} form={form} />,
})

const idOf = (text = ''): number | null => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)

function CoursesTab({ loaded, form }: { loaded: PageData; form: FormState }) {
  const t = useTexts(orgTexts)
  const { org, soldCourses, availableCourses, leaving, canAdd } = loaded
  return (
    <OrgShell org={org} tab="courses">
      <FormAlert message={form.message} />
      {leaving && <RemoveCourse org={org} course={leaving} />}
      <GridIsland data={soldCourses} />
      {canAdd && (
        <AddCourse available={availableCourses} form={form} className="max-w-xl">
          <TextField
            {...field(form, 'course_price')}
            label={t('coursePrice')}
            hint={t('priceHint')}
            inputMode="decimal"
            optional
          />
        </AddCourse>
      )}
    </OrgShell>
  )
}

function RemoveCourse({ org, course: { course_id, name } }: { org: Org; course: Course }) {
  const t = useTexts(orgTexts)
  return (
    <Panel title={t('removeCourse', { course: name })} className="max-w-xl">
      <form method="post" className="grid justify-items-start gap-3">
        <input type="hidden" name="action" value="remove" />
        <input type="hidden" name="course_id" value={course_id} />
        <p className="text-muted-foreground">{t('removeLead')}</p>
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton variant="destructive">{t('removeCourse', { course: name })}</SubmitButton>
          <TextLink href={orgAddress(org, 'courses')} alone>
            {t('keep')}
          </TextLink>
        </div>
      </form>
    </Panel>
  )
}
