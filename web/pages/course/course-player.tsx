import type { Lesson } from '../../../modules/learning/index.ts'
import WatchVideo from '../../../modules/learning/media-progress/watch-video.island.tsx'
import BreakCountdown from '../../../modules/learning/player/break-countdown.island.tsx'
import { showDuration } from '../../../modules/learning/player/duration.shared.ts'
import InlineQuiz from '../../../modules/learning/quiz/inline-quiz.island.tsx'
import PageTimer from '../../../modules/learning/seat-time/page-timer.island.tsx'
import SeatClock from '../../../modules/learning/seat-time/seat-clock.island.tsx'
import { Banner, FormMessage } from '../../../platform/ui/banner.tsx'
import { SubmitButton } from '../../../platform/ui/button.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { TimeSpent } from '../../../platform/ui/time-spent.tsx'
import type { ViewInput } from '../../../platform/web/page.ts'
import { CourseLayout } from '../../layouts/course.tsx'
import { CourseContents } from './course-contents.tsx'
import { playerTexts } from './player.texts.ts'

type PlayerProps = ViewInput & { lesson: Lesson; now: Date }

/** One lesson in the frame of its course. */
export function CoursePlayer({ lesson, now, frame, form, query }: PlayerProps) {
  const t = useTexts(playerTexts)
  const { student_course_id, component_id, contents, progress } = lesson
  const place = { student_course_id, component_id }
  return (
    <CourseLayout
      frame={frame}
      course={lesson.course_name}
      contents={<CourseContents contents={contents} percent={progress.percent} {...place} />}
      time={<CourseTime lesson={lesson} />}
      back={<PageTime lesson={lesson} />}
      action={frame.viewing_as ? undefined : <NextForm />}
    >
      {query.already && (
        <Banner kind="info" className="mb-4">
          {t('already')}
        </Banner>
      )}
      {frame.viewing_as && (
        <Banner kind="attention" className="mb-4">
          {t('viewing')}
        </Banner>
      )}
      <FormMessage message={form.message} />
      <p className="text-sm text-muted">{lesson.chapter_name}</p>
      <h1 className="mb-4 text-2xl font-bold tracking-tight">{lesson.name}</h1>
      {lesson.videos.length > 0 && <WatchVideo student_course_id={student_course_id} videos={lesson.videos} />}
      {lesson.narration.map((src) => (
        // biome-ignore lint/a11y/useMediaCaption: the narration reads the text that stands below it
        <audio key={src} controls preload="none" src={src} aria-label={t('narration')} className="mb-4 w-full" />
      ))}
      {lesson.pause ? <Pause pause={lesson.pause} now={now} /> : <LessonBody lesson={lesson} />}
    </CourseLayout>
  )
}

function NextForm() {
  const t = useTexts(playerTexts)
  return (
    <form method="post">
      <SubmitButton size="large">{t('next')}</SubmitButton>
    </form>
  )
}

function CourseTime({ lesson: { seat, progress } }: { lesson: Lesson }) {
  if (!seat) return <TimeSpent spent={progress.time_spent} required={progress.required_seconds} />
  return <SeatClock {...seat} course_spent={progress.time_spent} course_required={progress.required_seconds} />
}

function PageTime({ lesson: { seat, required_seconds, time_spent } }: { lesson: Lesson }) {
  const t = useTexts(playerTexts)
  if (required_seconds === 0 || !seat) return null
  return (
    <>
      <PageTimer time_spent={time_spent} required_seconds={required_seconds} />
      <noscript>
        <p className="text-sm">{t('timeNeeded', { time: showDuration(required_seconds) })}</p>
      </noscript>
    </>
  )
}

function LessonBody({ lesson: { parts, student_course_id, component_id } }: { lesson: Lesson }) {
  return parts.map((part, index) =>
    part.kind === 'html' ? (
      <div
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a lesson never move
        key={index}
        className="rt"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: written by renderDocument, which escapes everything
        dangerouslySetInnerHTML={{ __html: part.html }}
      />
    ) : (
      <InlineQuiz
        key={part.quiz_id}
        studentCourseId={student_course_id}
        componentId={component_id}
        quiz_id={part.quiz_id}
        questions={part.questions}
      />
    ),
  )
}

function Pause({ pause, now }: { pause: NonNullable<Lesson['pause']>; now: Date }) {
  const t = useTexts(playerTexts)
  const until = new Date(now.getTime() + pause.seconds_left * 1000)
  return (
    <>
      {pause.text.split(/\n+/).map((line) => (
        <p key={line} className="mb-3">
          {line}
        </p>
      ))}
      <div className="mt-6 rounded-lg bg-sunken px-5 py-4">
        <BreakCountdown until={until} now={now} />
        <noscript>
          <p>{t('breakServer', { time: showDuration(pause.seconds_left) })}</p>
        </noscript>
      </div>
    </>
  )
}
