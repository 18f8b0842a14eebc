import {
  addOrganizationCourse,
  fetchOrganizationCourses,
  removeOrganizationCourse,
  unassignedOrganizationCourses,
} from '../../../modules/catalogue/index.ts'
import { formatMoney } from '../../../platform/money.ts'
import { holds, staff } from '../../../platform/permissions.ts'
import type { Locale } from '../../../platform/texts.ts'
import { FormMessage } from '../../../platform/ui/banner.tsx'
import { LinkButton, SubmitButton } from '../../../platform/ui/button.tsx'
import { TextField } from '../../../platform/ui/field.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { EmptyState } from '../../../platform/ui/parts.tsx'
import { Table, Td, Th } from '../../../platform/ui/table.tsx'
import { type FormState, field } from '../../../platform/web/form.ts'
import { type Leave, notFound, redirect } from '../../../platform/web/leave.ts'
import { page } from '../../../platform/web/page.ts'
import { BackOfficeLayout } from '../../layouts/backoffice.tsx'
import { orgTexts } from './organization.texts.ts'
import { AddCourse } from './organization-add-course.tsx'
import { findOrg, type Org, OrgShell, orgAddress } from './organization-shell.tsx'

type Courses = Awaited<ReturnType<typeof fetchOrganizationCourses.run>>
type Loaded = {
  org: Org
  found: Courses
  name: string
  free: { course_id: number; name: string; price: number }[]
  can: { add: boolean; remove: boolean }
}

/** What an organization sells, whatever website it stands on. */
export default page({
  address: '/manage/organization/:id{[0-9]{1,9}}/courses',
  title: orgTexts.courses,
  may: staff('MANAGE_ORGANIZATION:READ'),
  layout: BackOfficeLayout,
  async load({ ctx, params, query }): Promise<Loaded | Leave> {
    const org = await findOrg(ctx, params.id)
    if (!org) return notFound()
    const { organization_id } = org
    const name = (query.name ?? '').slice(0, 100)
    const after = /^[1-9]\d{0,8}$/.test(query.after ?? '') ? { after_id: Number(query.after) } : {}
    const can = {
      add: holds(ctx.actor, 'MANAGE_ORGANIZATION:UPDATE'),
      remove: holds(ctx.actor, 'MANAGE_ORGANIZATION:DELETE'),
    }
    const [found, free] = await Promise.all([
      fetchOrganizationCourses.run(ctx, { organization_id, ...(name && { name: `contains:${name}` }), ...after }),
      can.add ? unassignedOrganizationCourses.run(ctx, { organization_id }).then(({ data }) => data) : [],
    ])
    return { org, found, name, free, can }
  },
  async submit({ ctx, params, url, form: { values } }) {
    const named = { organization_id: params.id, course_id: values.course_id }
    const { message = '' } =
      values.deed === 'remove'
        ? await removeOrganizationCourse.run(ctx, named)
        : await addOrganizationCourse.run(ctx, { ...named, course_price: values.course_price })
    return redirect(url.pathname, { flash: { kind: 'success', text: message } })
  },
  view: (loaded, { form, locale }) => <CoursesTab loaded={loaded} form={form} locale={locale} />,
})

function CoursesTab({ loaded, form, locale }: { loaded: Loaded; form: FormState; locale: Locale }) {
  const t = useTexts(orgTexts)
  const { org, found, name, can } = loaded
  const exported = (
    <LinkButton look="secondary" href={`/api/organization/exportOrgCourse?organization_id=${org.organization_id}`}>
      {t('export')}
    </LinkButton>
  )
  return (
    <OrgShell org={org} tab="courses" actions={exported}>
      <FormMessage message={form.message} />
      <form className="flex flex-wrap items-end gap-2">
        <TextField label={t('name')} type="search" name="name" defaultValue={name} maxLength={100} />
        <SubmitButton look="secondary">{t('search')}</SubmitButton>
      </form>
      {found.courses.length === 0 ? (
        <EmptyState title={t('noCourses')}>{t('noCoursesLead')}</EmptyState>
      ) : (
        <CourseTable loaded={loaded} locale={locale} />
      )}
      {found.after_id !== null && (
        <LinkButton
          look="secondary"
          className="justify-self-end"
          href={`${orgAddress(org, 'courses')}?${new URLSearchParams({ ...(name && { name }), after: String(found.after_id) })}`}
        >
          {t('next')}
        </LinkButton>
      )}
      {can.add && (
        <AddCourse free={loaded.free} form={form} className="max-w-xl">
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

function CourseTable({ loaded: { found, can }, locale }: { loaded: Loaded; locale: Locale }) {
  const t = useTexts(orgTexts)
  const range = (from: number, to: number) =>
    [...new Set([from, to])].map((dollars) => formatMoney(Math.round(dollars * 100), locale)).join(' – ')
  return (
    <Table label={t('courses')}>
      <thead>
        <tr>
          <Th>{t('name')}</Th>
          <Th numeric>{t('onWebsites')}</Th>
          <Th numeric>{t('price')}</Th>
          {can.remove && <Th>{t('remove')}</Th>}
        </tr>
      </thead>
      <tbody>
        {found.courses.map(({ course_id, name, websites, lowest_price, highest_price }) => (
          <tr key={course_id}>
            <Td className="min-w-48">{name}</Td>
            <Td numeric>{websites}</Td>
            <Td numeric className="whitespace-nowrap">
              {range(lowest_price, highest_price)}
            </Td>
            {can.remove && (
              <Td>
                <RemoveCourse course_id={course_id} name={name} />
              </Td>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** Opened first, then pressed: nobody takes a course away by a slip. */
function RemoveCourse({ course_id, name }: { course_id: number; name: string }) {
  const t = useTexts(orgTexts)
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-red-ink md:min-h-6">
        {t('remove')}
      </summary>
      <form method="post" className="grid justify-items-start gap-2 py-2">
        <input type="hidden" name="deed" value="remove" />
        <input type="hidden" name="course_id" value={course_id} />
        <p className="text-muted">{t('removeLead')}</p>
        <SubmitButton look="danger" size="small">
          {t('removeCourse', { course: name })}
        </SubmitButton>
      </form>
    </details>
  )
}
