import type { ReactNode } from 'react'
import type { Lesson } from '../../../modules/learning/index.ts'
import WatchVideo from '../../../modules/learning/media-progress/watch-video.island.tsx'
import BreakCountdown from '../../../modules/learning/player/break-countdown.island.tsx'
import { showDuration } from '../../../modules/learning/player/duration.shared.ts'
import NextButton, { type NextButtonProps } from '../../../modules/learning/player/next-button.island.tsx'
import InlineQuiz from '../../../modules/learning/quiz/inline-quiz.island.tsx'
import SeatClock from '../../../modules/learning/seat-time/seat-clock.island.tsx'
import { Banner, FormMessage } from '../../../platform/ui/banner.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { Progress } from '../../../platform/ui/progress.tsx'
import { TimeSpent } from '../../../platform/ui/time-spent.tsx'
import { gap } from '../../../platform/web/gaps.ts'
import type { OwnPieces, ViewInput } from '../../../platform/web/page.ts'
import { CourseLayout } from '../../layouts/course.tsx'
import { writeContents } from './course-contents.ts'
import { playerTexts } from './player.texts.ts'

/** What everybody who opens a lesson sees alike; `seconds_needed` is null where no time is earned. */
type LessonAlike = Pick<Lesson, 'course_name' | 'chapter_name' | 'name' | 'narration' | 'parts'> & {
  already: boolean
  seconds_needed: number | null
}

/** The lesson without anything of its student. */
export const alikeOf = (lesson: Lesson, already: boolean): LessonAlike => ({
  course_name: lesson.course_name,
  chapter_name: lesson.chapter_name,
  name: lesson.name,
  narration: lesson.narration,
  parts: lesson.parts,
  already,
  seconds_needed: lesson.seat && lesson.required_seconds,
})

/** Stands for all of that. */
export const printOf = (lesson: Lesson, already: boolean): string =>
  JSON.stringify({ ...alikeOf(lesson, already), parts: lesson.parts_print })

/** What fills the gaps of `CoursePlayer` for one student. */
export function ownPieces(lesson: Lesson, now: Date, { locale }: ViewInput): OwnPieces {
  const { contents, progress, pause, videos, quizzes, seat } = lesson
  const place = { student_course_id: lesson.student_course_id, component_id: lesson.component_id }
  const pieces: Record<string, OwnPieces[string]> = {
    percent: { html: String(progress.percent) },
    contents: writeContents(contents, place, locale),
    time: seat ? (
      <SeatClock
        {...seat}
        student_course_id={place.student_course_id}
        course_spent={progress.time_spent}
        course_required={progress.required_seconds}
      />
    ) : (
      <TimeSpent spent={progress.time_spent} required={progress.required_seconds} />
    ),
    next: <NextButton {...nextOf(lesson, now)} />,
  }
  if (videos.length > 0) pieces.videos = <WatchVideo student_course_id={place.student_course_id} videos={videos} />
  if (pause) pieces.pause = <Pause pause={pause} now={now} />
  for (const quiz of quizzes) pieces[quizGap(quiz)] = quizOf(quiz, place)
  return pieces
}

function nextOf(lesson: Lesson, now: Date): NextButtonProps {
  const { student_course_id: studentCourseId, component_id: componentId, pause, time_spent, completed, seat } = lesson
  return {
    ...{ studentCourseId, componentId, label: 'next', time_spent },
    required_seconds: seat && !completed ? lesson.required_seconds : 0,
    break_ends: pause && !completed ? { until: endOf(pause, now), now } : null,
  }
}

const endOf = ({ seconds_left }: NonNullable<Lesson['pause']>, now: Date) =>
  new Date(now.getTime() + seconds_left * 1000)

const quizGap = ({ quiz_id }: { quiz_id: number }) => `quiz-${quiz_id}`

type Place = { student_course_id: number; component_id: number }
type Quiz = Lesson['quizzes'][number]

const quizOf = ({ quiz_id, questions }: Quiz, { student_course_id, component_id }: Place): ReactNode => (
  <InlineQuiz studentCourseId={student_course_id} componentId={component_id} quiz_id={quiz_id} questions={questions} />
)

type PlayerProps = Pick<ViewInput, 'frame' | 'form'> & { lesson: LessonAlike }

/** One lesson in the frame of its course; what is its student's own stands in the gaps. */
export function CoursePlayer({ lesson, frame, form }: PlayerProps) {
  const t = useTexts(playerTexts)
  return (
    <CourseLayout
      frame={frame}
      course={lesson.course_name}
      contents={<Contents />}
      time={gap('time')}
      back={<PageTime seconds_needed={lesson.seconds_needed} />}
      action={frame.viewing_as ? undefined : gap('next')}
    >
      {lesson.already && (
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
      {gap('videos')}
      {lesson.narration.map((src) => (
        // biome-ignore lint/a11y/useMediaCaption: the narration reads the text that stands below it
        <audio key={src} controls preload="none" src={src} aria-label={t('narration')} className="mb-4 w-full" />
      ))}
      {gap('pause')}
      {lesson.parts.map((part) => ('html' in part ? <Written key={part.html} html={part.html} /> : gap(quizGap(part))))}
    </CourseLayout>
  )
}

// biome-ignore lint/security/noDangerouslySetInnerHtml: written by renderDocument, which escapes everything
const Written = ({ html }: { html: string }) => <div className="rt" dangerouslySetInnerHTML={{ __html: html }} />

function Contents() {
  const t = useTexts(playerTexts)
  return (
    <>
      <Progress className="mb-3 px-3" label={t('percent', { percent: gap('percent') })} value={gap('percent')} />
      {gap('contents')}
    </>
  )
}

function PageTime({ seconds_needed }: Pick<LessonAlike, 'seconds_needed'>) {
  const t = useTexts(playerTexts)
  if (!seconds_needed) return null
  return (
    <noscript>
      <p className="text-sm">{t('timeNeeded', { time: showDuration(seconds_needed) })}</p>
    </noscript>
  )
}

function Pause({ pause, now }: { pause: NonNullable<Lesson['pause']>; now: Date }) {
  const t = useTexts(playerTexts)
  const until = endOf(pause, now)
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
