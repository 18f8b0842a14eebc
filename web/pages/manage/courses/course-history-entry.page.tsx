import { courseOne } from '#modules/catalogue/authoring/course-one.ts'
import { coursePath } from '#modules/catalogue/authoring/tabs.shared.ts'
import { courseEditorTexts } from '#modules/catalogue/course-editor/course-editor.texts.ts'
import { courseChanges } from '#modules/catalogue/courses/course-changes.shared.ts'
import { courseHistory } from '#modules/catalogue/courses/course-history.grid.ts'
import { holds } from '#platform/permissions.ts'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { page } from '#platform/web/page.ts'
import { notFound, type PageRedirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { type CourseHead, CourseShell, headOf } from './course-shell.tsx'

type Change = Record<string, unknown> | null
type Entry = { description: string; before: Change; after: Change }
type PageData = { course: CourseHead; entry: Entry; canWrite: boolean }

/** One change of a course, before and after. */
export default page({
  address: '/manage/courses/:course_id{[0-9]{1,9}}/history/:audit_id{[0-9]{1,15}}',
  title: courseEditorTexts.historyDetails,
  may: courseOne.may,
  layout: BackOfficeLayout,
  async load({ ctx, params }): Promise<PageData | PageRedirect> {
    const course_id = Number(params.course_id)
    const { course } = await courseOne.run(ctx, { course_id })
    const [fetch] = courseHistory.operations
    const query = { course_id: String(course_id), audit_id: `exact:${params.audit_id}` }
    const { data } = (await fetch.run(ctx, query)) as { data: Entry[] }
    const [entry] = data
    if (!entry) return notFound()
    return { course: headOf(course), entry, canWrite: holds(ctx.actor, 'MANAGE_COURSES:UPDATE') }
  },
  view: (data) => <Details loaded={data} />,
})

function Details({ loaded: { course, entry, canWrite } }: { loaded: PageData }) {
  const t = useTexts(courseEditorTexts)
  const { before, after, description } = entry
  const changes = courseChanges(before, after, useLocale())
  return (
    <CourseShell course={course} tab="history" canWrite={canWrite}>
      <p className="whitespace-pre-line">{description}</p>
      {changes.length === 0 ? (
        <p className="text-muted-foreground">{t('noDetails')}</p>
      ) : (
        <Table label={t('historyDetails')}>
          <thead>
            <tr>
              <TableHead>{t('field')}</TableHead>
              <TableHead>{t('beforeValue')}</TableHead>
              <TableHead>{t('afterValue')}</TableHead>
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <tr key={change.path}>
                <TableCell>{change.name}</TableCell>
                <TableCell className="break-words whitespace-pre-wrap">{change.before}</TableCell>
                <TableCell className="break-words whitespace-pre-wrap">{change.after}</TableCell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <p>
        <TextLink href={coursePath(course.course_id, 'history')}>{t('history')}</TextLink>
      </p>
    </CourseShell>
  )
}
