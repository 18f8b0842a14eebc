import { type CourseSummary, readCourseSummary } from '#modules/learning/entry.ts'
import { TimeSpent } from '#modules/learning/seat-time/time-spent.shared.tsx'
import { pathTo } from '#platform/path-to.ts'
import { student } from '#platform/permissions.ts'
import { LinkButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'
import { Progress } from '#platform/ui/progress.tsx'
import { page } from '#platform/web/page.ts'
import { CourseLayout } from '#web/layouts/course.tsx'
import { CourseContents } from './course-contents.tsx'
import { CourseDetailsList } from './course-details.tsx'
import { idOf } from './course-place.ts'
import { courseLangOf } from './course-words.tsx'
import { IdleLimit } from './idle-limit.tsx'
import { playerTexts } from './player.texts.ts'

/** The course at a glance: its progress, and its contents to return to. */
export default page({
  address: '/course/:studentCourseId{[0-9]+}/summary',
  may: student,
  header: false,
  async load({ ctx, params }) {
    const id = idOf(params.studentCourseId)
    const summary = await readCourseSummary(ctx, id)
    return { ...summary, lang: await courseLangOf(ctx, id) }
  },
  title: ({ course_name }) => course_name,
  layout: ({ frame, data, children }) => (
    <CourseLayout
      frame={frame}
      course={data.course_name}
      lang={data.lang}
      time={
        <>
          <TimeSpent spent={data.progress.time_spent} required={data.progress.required_seconds} />
          <IdleLimit minutes={data.idle_minutes} />
        </>
      }
      details={<CourseDetailsList details={data.details} progress={data.progress} frame={frame} />}
      action={<GoOn course={data} />}
    >
      {children}
    </CourseLayout>
  ),
  view: ({ lang, ...summary }) => <Summary summary={summary} lang={lang} />,
})

function GoOn({ course }: { course: CourseSummary }) {
  const t = useTexts(playerTexts)
  return (
    <LinkButton size="lg" href={pathTo('/course/:studentCourseId', { studentCourseId: course.student_course_id })}>
      {t('goOn')}
    </LinkButton>
  )
}

function Summary({ summary, lang }: { summary: CourseSummary; lang: string | undefined }) {
  const t = useTexts(playerTexts)
  const { student_course_id, component_id, progress, contents, course_name } = summary
  return (
    <>
      <PageTitle>
        <span lang={lang}>{course_name}</span>
      </PageTitle>
      <Progress className="mb-6" label={t('percent', { percent: progress.percent })} value={progress.percent} />
      <nav aria-labelledby="contents">
        <h2 id="contents" className="mb-2 text-lg font-semibold">
          {t('contents')}
        </h2>
        <CourseContents contents={contents} place={{ student_course_id, component_id }} lang={lang} />
      </nav>
    </>
  )
}
