import { coursePath } from '#modules/catalogue/authoring/tabs.shared.ts'
import { courses } from '#modules/catalogue/courses/courses.grid.ts'
import { instructorCourseTexts } from '#modules/catalogue/courses/instructor-courses.texts.ts'
import { lk_instructor_status } from '#modules/identity/lookups.shared.ts'
import { selectOfRole } from '#modules/identity/profile/manage-people.ts'
import { label } from '#platform/lookups.ts'
import { pathTo } from '#platform/path-to.ts'
import { holds, staff } from '#platform/permissions.ts'
import { localText } from '#platform/texts.ts'
import { LinkButton } from '#platform/ui/button.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { page } from '#platform/web/page.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'

type Row = {
  course_id: number
  name: string
  courses_count: number | null
  students_count: number | null
  certificates_count: number | null
  sub_instructors: number | null
  lk_instructor_status: number | null
}
type PageData = { instructor_id: number; name: string; rows: Row[]; next: string | null; canWrite: boolean }

/** The courses that an instructor's organizations offer, with their numbers of students. */
export default page({
  address: '/manage/instructor/:id{[0-9]{1,9}}/courses',
  title: ({ name }: PageData, locale) => localText(locale, instructorCourseTexts, 'title', { name }),
  may: staff(['MANAGE_COURSES:READ', 'MANAGE_INSTRUCTORS:READ'], 'every'),
  layout: BackOfficeLayout,
  async load({ ctx, params, query }): Promise<PageData> {
    const instructor_id = Number(params.id)
    const { first_name, last_name } = await selectOfRole(ctx, 'Instructor', instructor_id, 'READ')
    const [fetch] = courses.operations
    const after = query.after ? { after_id: query.after } : {}
    const input = { instructor_id: String(instructor_id), sort_by: 'name', limit: 50, ...after }
    const page = (await fetch.run(ctx, input)) as { courses: Row[]; after_id: string | null }
    const canWrite = holds(ctx.actor, 'MANAGE_COURSES:UPDATE')
    const name = `${first_name} ${last_name}`.trim()
    return { instructor_id, name, rows: page.courses, next: page.after_id, canWrite }
  },
  view: (data) => <InstructorCourses {...data} />,
})

function InstructorCourses({ instructor_id, name, rows, next, canWrite }: PageData) {
  const t = useTexts(instructorCourseTexts)
  const locale = useLocale()
  return (
    <>
      <PageTitle
        lead={<TextLink href={pathTo('/manage/instructors')}>{t('back')}</TextLink>}
        actions={
          <LinkButton href={pathTo('/manage/instructor/:id/account', { id: instructor_id })} variant="outline">
            {t('account')}
          </LinkButton>
        }
      >
        {t('title', { name })}
      </PageTitle>
      <p className="mb-4 text-muted-foreground">{t('lead')}</p>
      {rows.length === 0 ? (
        <Empty title={t('noneTitle')}>{t('none')}</Empty>
      ) : (
        <Table label={t('courses')}>
          <thead>
            <tr>
              <TableHead>{t('name')}</TableHead>
              <TableHead>{t('enrollments')}</TableHead>
              <TableHead>{t('students')}</TableHead>
              <TableHead>{t('certificates')}</TableHead>
              <TableHead>{t('subInstructors')}</TableHead>
              <TableHead>{t('status')}</TableHead>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.course_id}>
                <TableCell>
                  {canWrite ? <TextLink href={coursePath(row.course_id)}>{row.name}</TextLink> : row.name}
                </TableCell>
                {[row.courses_count, row.students_count, row.certificates_count, row.sub_instructors].map(
                  (count, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the columns are fixed
                    <TableCell key={index} className="figures">
                      {count ?? 0}
                    </TableCell>
                  ),
                )}
                <TableCell>{label(lk_instructor_status, row.lk_instructor_status ?? 0, locale)}</TableCell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {next && (
        <p className="mt-4">
          <TextLink href={pathTo('/manage/instructor/:id/courses', { id: instructor_id }, { query: { after: next } })}>
            {t('next')}
          </TextLink>
        </p>
      )}
    </>
  )
}
