import { courseOne } from '#modules/catalogue/authoring/course-one.ts'
import { courseEditorTexts } from '#modules/catalogue/course-editor/course-editor.texts.ts'
import { type PreviewPart, previewCourse } from '#modules/catalogue/preview/preview-course.ts'
import { holds } from '#platform/permissions.ts'
import { Empty } from '#platform/ui/empty.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { page } from '#platform/web/page.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { CoursePart } from './course-part.tsx'
import { CourseShell, headOf } from './course-shell.tsx'

/** The whole course on one page, for printing and review. */
export default page({
  address: '/manage/courses/:course_id{[0-9]{1,9}}/entire',
  title: courseEditorTexts.entire,
  may: courseOne.may,
  layout: BackOfficeLayout,
  async load({ ctx, params }) {
    const course_id = Number(params.course_id)
    const { course } = await courseOne.run(ctx, { course_id })
    const { parts } = await previewCourse.run(ctx, { course_id })
    return { course: headOf(course), parts, canWrite: holds(ctx.actor, 'MANAGE_COURSES:UPDATE') }
  },
  csp: ({ parts }) => ({ frame: [...new Set(parts.flatMap(({ frames }) => frames))] }),
  view: ({ course, parts, canWrite }) => (
    <CourseShell course={course} tab="entire" canWrite={canWrite}>
      <Entire parts={parts} />
    </CourseShell>
  ),
})

function Entire({ parts }: { parts: readonly PreviewPart[] }) {
  const t = useTexts(courseEditorTexts)
  if (parts.length === 0) return <Empty title={t('emptyCourse')} />
  return (
    <div className="grid max-w-reading grid-cols-1 gap-8">
      <p className="text-muted-foreground print:hidden">{t('print')}</p>
      {parts.map((part, index) => {
        const before = parts[index - 1]
        return (
          <article key={part.component_id} className="grid grid-cols-1 gap-3">
            {part.chapter !== before?.chapter && <h2 className="text-2xl font-semibold">{part.chapter}</h2>}
            {part.section !== '' && part.section !== before?.section && (
              <h3 className="text-xl font-semibold">{part.section}</h3>
            )}
            {!part.final && <h4 className="text-lg font-semibold">{part.name}</h4>}
            <CoursePart part={part} />
          </article>
        )
      })}
    </div>
  )
}
