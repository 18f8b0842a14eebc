import { courseOne } from '#modules/catalogue/authoring/course-one.ts'
import { coursePath } from '#modules/catalogue/authoring/tabs.shared.ts'
import { fetchVersions } from '#modules/catalogue/publishing/versions.ts'
import { mover } from '#modules/learning/entry.ts'
import { lk_student_course_status } from '#modules/learning/lookups.shared.ts'
import { fetchNotBegun } from '#modules/learning/versions/fetch-not-begun.ts'
import { moveAllStudents } from '#modules/learning/versions/move-all-students.ts'
import { moveStudents } from '#modules/learning/versions/move-students.ts'
import { moveTexts } from '#modules/learning/versions/versions.texts.ts'
import { errors } from '#platform/errors.ts'
import { label } from '#platform/lookups.ts'
import { pathTo } from '#platform/path-to.ts'
import { localText } from '#platform/texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { SelectField } from '#platform/ui/field.tsx'
import { useLocale, useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { type FormState, invalid } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { type CourseHead, CourseShell, headOf } from './course-shell.tsx'

type Students = Awaited<ReturnType<typeof fetchNotBegun.run>>
type Versions = Awaited<ReturnType<typeof fetchVersions.run>>['versions']
type PageData = { course: CourseHead; version_number: number; others: Versions } & Students

/** The students of a version who have not started, for staff who move them to another one. */
export default page({
  address: '/manage/courses/:course_id{[0-9]{1,9}}/versions/:version{[0-9]{1,9}}/students',
  title: moveTexts.title,
  may: mover,
  layout: BackOfficeLayout,
  async load({ ctx, params, query }): Promise<PageData> {
    const course_id = Number(params.course_id)
    const course_version_id = Number(params.version)
    const after_id = /^[1-9]\d{0,8}$/.test(query.after_id ?? '') ? Number(query.after_id) : null
    const notBegun = await fetchNotBegun.run(ctx, { course_id, course_version_id, after_id })
    const { course } = await courseOne.run(ctx, { course_id })
    const { versions } = await fetchVersions.run(ctx, { course_id })
    const current = versions.find((version) => version.course_version_id === course_version_id)
    if (!current) throw errors.notFound()
    const others = versions.filter((version) => version.version_number > 0 && version !== current)
    return { course: headOf(course), version_number: current.version_number, others, ...notBegun }
  },
  async submit({ ctx, params, form }) {
    const course_id = Number(params.course_id)
    const course_version_id = Number(form.values.target ?? 0)
    if (form.values.all === '1') {
      const from_course_version_id = Number(params.version)
      const result = await moveAllStudents.run(ctx, { course_id, course_version_id, from_course_version_id })
      return redirect(pathTo('/manage/tasks'), { flash: { kind: 'success', text: result.message ?? '' } })
    }
    const student_course_ids = form.all('student').map(Number)
    if (student_course_ids.length === 0) return invalid({}, localText(ctx.locale, moveTexts, 'noneChosen'))
    const { message = '' } = await moveStudents.run(ctx, { course_id, course_version_id, student_course_ids })
    return redirect(coursePath(course_id, 'versions'), { flash: { kind: 'success', text: message } })
  },
  view: (data, { form }) => <Move {...data} form={form} />,
})

function Move({ course, version_number, others, students, count, after_id, form }: PageData & { form: FormState }) {
  const t = useTexts(moveTexts)
  return (
    <CourseShell course={course} tab="versions" canWrite>
      <FormAlert message={form.message} />
      <section className="grid grid-cols-1 gap-4">
        <h2 className="text-lg font-semibold">{t('title')}</h2>
        <p className="text-muted-foreground">{t('lead', { version: version_number })}</p>
        {students.length === 0 ? (
          <Empty title={t('noneTitle')}>{t('none')}</Empty>
        ) : others.length === 0 ? (
          <Empty title={t('noneTitle')}>{t('noVersion')}</Empty>
        ) : (
          <form method="post" className="grid grid-cols-1 gap-4">
            <SelectField
              label={t('target')}
              name="target"
              className="max-w-60"
              options={others.map((version) => ({
                value: version.course_version_id,
                label: t('version', { n: version.version_number }),
              }))}
            />
            <StudentTable students={students} />
            {count > students.length && (
              <>
                <p>
                  {t('shown', { shown: students.length, count })}{' '}
                  {after_id !== null && <TextLink href={`?after_id=${after_id}`}>{t('next')}</TextLink>}
                </p>
                <Checkbox name="all" value="1" label={t('all', { count })} />
              </>
            )}
            <div>
              <BusySubmit label={t('move')} busyLabel={t('moving')} />
            </div>
          </form>
        )}
        <p>
          <TextLink href={coursePath(course.course_id, 'versions')}>{t('back')}</TextLink>
        </p>
      </section>
    </CourseShell>
  )
}

function StudentTable({ students }: Pick<Students, 'students'>) {
  const t = useTexts(moveTexts)
  const locale = useLocale()
  const showDate = useShowDate()
  return (
    <Table label={t('students')}>
      <thead>
        <tr>
          <TableHead>{t('student')}</TableHead>
          <TableHead>{t('organization')}</TableHead>
          <TableHead>{t('status')}</TableHead>
          <TableHead>{t('enrolled')}</TableHead>
        </tr>
      </thead>
      <tbody>
        {students.map((student) => {
          const name = `${student.first_name} ${student.last_name}`.trim()
          return (
            <tr key={student.student_course_id}>
              <TableCell>
                <label className="flex min-h-11 items-center gap-3">
                  <input
                    type="checkbox"
                    name="student"
                    value={student.student_course_id}
                    defaultChecked
                    aria-label={t('select', { name })}
                    className="size-5 shrink-0"
                  />
                  {name}
                </label>
              </TableCell>
              <TableCell>{student.organization_name}</TableCell>
              <TableCell>{label(lk_student_course_status, student.lk_student_course_status_id, locale)}</TableCell>
              <TableCell>{showDate(student.created_at)}</TableCell>
            </tr>
          )
        })}
      </tbody>
    </Table>
  )
}
