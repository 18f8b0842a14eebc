import type { Lesson } from '#modules/learning/entry.ts'
import WatchVideo from '#modules/learning/media-progress/watch-video.island.tsx'
import BreakCountdown from '#modules/learning/player/break-countdown.island.tsx'
import Listen from '#modules/learning/player/listen.island.tsx'
import NextButton, { type NextButtonProps } from '#modules/learning/player/next-button.island.tsx'
import { showDuration } from '#modules/learning/progress/duration.shared.ts'
import InlineQuiz from '#modules/learning/quiz/inline-quiz.island.tsx'
import SeatClock from '#modules/learning/seat-time/seat-clock.island.tsx'
import { TimeSpent } from '#modules/learning/seat-time/time-spent.shared.tsx'
import { langOn, localeOf } from '#platform/languages.ts'
import { pathTo } from '#platform/path-to.ts'
import { Alert, FormAlert } from '#platform/ui/alert.tsx'
import { LinkButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { Progress } from '#platform/ui/progress.tsx'
import { Scene } from '#platform/ui/scenes/scene.tsx'
import { sceneOf } from '#platform/ui/scenes/scenes.ts'
import type { ViewInput } from '#platform/web/page.ts'
import { CourseLayout } from '#web/layouts/course.tsx'
import { CourseContents } from './course-contents.tsx'
import { CourseDetailsList } from './course-details.tsx'
import { filesAhead } from './files-ahead.ts'
import { IdleLimit } from './idle-limit.tsx'
import { playerTexts } from './player.texts.ts'

type PlayerProps = Pick<ViewInput, 'frame' | 'form'> & { lesson: Lesson; now: Date; already: boolean }

/** One lesson in its course's frame. */
export function CoursePlayer({ lesson, now, already, frame, form }: PlayerProps) {
  const t = useTexts(playerTexts)
  const { student_course_id, videos, pause, position } = lesson
  const lang = langOn(frame.locale, lesson.lk_language_id)
  return (
    <CourseLayout
      frame={frame}
      course={lesson.course_name}
      lang={lang}
      contents={<Contents lesson={lesson} lang={lang} />}
      time={<Time lesson={lesson} />}
      details={<CourseDetailsList details={lesson.details} progress={lesson.progress} frame={frame} />}
      position={t('lessonOf', { n: position.number, total: position.total })}
      chapter={{
        label: t('chapterDone', { ...position.chapter, n: position.chapter.number }),
        completed: position.chapter.completed,
        components: position.chapter.components,
      }}
      back={<Back lesson={lesson} />}
      action={actionOf({ lesson, now, frame })}
    >
      {already && (
        <Alert variant="info" className="mb-4">
          {t('already')}
        </Alert>
      )}
      {lesson.again && (
        <Alert variant="info" className="mb-4">
          {t('again')}
        </Alert>
      )}
      {frame.viewing_as && (
        <Alert variant="attention" className="mb-4">
          {t('viewing')}
        </Alert>
      )}
      <FormAlert message={form.message} />
      {position.opens ? (
        <ChapterOpener lesson={lesson} opens={position.opens} />
      ) : (
        <p lang={lang} className="eyebrow mb-1">
          {lesson.chapter_name}
        </p>
      )}
      <h1 lang={lang} className="title-page mb-4">
        {lesson.name}
      </h1>
      {videos.length > 0 && <WatchVideo student_course_id={student_course_id} videos={videos} />}
      {!pause && <Listen sources={lesson.narration} language={localeOf(lesson.lk_language_id)} />}
      {pause && <Pause pause={pause} now={now} following={lesson.following} />}
      <div lang={lang} data-lesson>
        {lesson.parts.map((part) =>
          part.kind === 'html' ? (
            <Written key={part.html} html={part.html} />
          ) : (
            <Quiz key={part.quiz_id} lesson={lesson} quiz_id={part.quiz_id} />
          ),
        )}
      </div>
    </CourseLayout>
  )
}

/** Next, or a plain link if no time is credited; staff who view as the student have none. */
function actionOf({ lesson, now, frame }: Pick<PlayerProps, 'lesson' | 'now' | 'frame'>) {
  if (lesson.again) return <NextAgain lesson={lesson} />
  return frame.viewing_as ? undefined : <NextButton {...nextOf(lesson, now)} />
}

type LessonProps = { lesson: Lesson }

function NextAgain({ lesson: { again, student_course_id: studentCourseId } }: LessonProps) {
  const t = useTexts(playerTexts)
  if (!again?.next)
    return (
      <LinkButton href={pathTo('/course/:studentCourseId/summary', { studentCourseId })} size="lg">
        {t('toContents')}
      </LinkButton>
    )
  return (
    <LinkButton href={again.next} size="lg">
      {t('next')} <span aria-hidden="true">›</span>
    </LinkButton>
  )
}

function Contents({ lesson, lang }: LessonProps & { lang: string | undefined }) {
  const t = useTexts(playerTexts)
  const { contents, progress, student_course_id, component_id } = lesson
  return (
    <>
      <Progress className="mb-3 px-3" label={t('percent', { percent: progress.percent })} value={progress.percent} />
      <CourseContents contents={contents} place={{ student_course_id, component_id }} lang={lang} />
    </>
  )
}

function Time({ lesson: { seat, progress, student_course_id, idle_minutes } }: LessonProps) {
  if (!seat)
    return (
      <>
        <TimeSpent spent={progress.time_spent} required={progress.required_seconds} />
        <IdleLimit minutes={idle_minutes} />
      </>
    )
  return (
    <SeatClock
      {...seat}
      student_course_id={student_course_id}
      course_spent={progress.time_spent}
      course_required={progress.required_seconds}
    />
  )
}

function Quiz({ lesson, quiz_id }: LessonProps & { quiz_id: number }) {
  const quiz = lesson.quizzes.find((inlineQuizShown) => inlineQuizShown.quiz_id === quiz_id)
  return (
    quiz && (
      <InlineQuiz
        studentCourseId={lesson.student_course_id}
        componentId={lesson.component_id}
        quiz_id={quiz_id}
        questions={quiz.questions}
      />
    )
  )
}

function nextOf(lesson: Lesson, now: Date): NextButtonProps {
  const { student_course_id: studentCourseId, component_id: componentId, pause, time_spent, completed, seat } = lesson
  return {
    studentCourseId,
    componentId,
    label: 'next',
    time_spent,
    required_seconds: seat && !completed ? lesson.required_seconds : 0,
    break_ends: pause && !completed ? { until: endOf(pause, now), now } : null,
    ahead: filesAhead(lesson.ahead),
  }
}

const endOf = ({ seconds_left }: NonNullable<Lesson['pause']>, now: Date) =>
  new Date(now.getTime() + seconds_left * 1000)

// biome-ignore lint/security/noDangerouslySetInnerHtml: written by renderDocument, which escapes everything
const Written = ({ html }: { html: string }) => <div className="rt lesson" dangerouslySetInnerHTML={{ __html: html }} />

/** A chapter begins with its picture and an overview of its content. */
function ChapterOpener({ lesson, opens }: LessonProps & { opens: NonNullable<Lesson['position']['opens']> }) {
  const t = useTexts(playerTexts)
  const { quiz_ind, ...holdings } = opens
  const { number, total } = lesson.position.chapter
  return (
    <div className="mb-8 border-b pb-6">
      <Scene name={sceneOf(number)} size="large" decorative className="mb-5" />
      <p className="eyebrow mb-1">{t('chapterOf', { n: number, total })}</p>
      <p className="title-page">{lesson.chapter_name}</p>
      <p className="mt-1 text-muted-foreground">{t(quiz_ind ? 'chapterHoldsQuiz' : 'chapterHolds', holdings)}</p>
    </div>
  )
}

function Back({ lesson: { seat, required_seconds, previous } }: LessonProps) {
  const t = useTexts(playerTexts)
  return (
    <>
      {seat && <PageTime seconds_needed={required_seconds} />}
      {previous && (
        <LinkButton href={previous} variant="outline" size="lg">
          {/* On the narrowest phones the bar has room only for the logo mark. */}
          <span aria-hidden="true">‹</span> <span className="max-[22.5rem]:sr-only">{t('previous')}</span>
        </LinkButton>
      )}
    </>
  )
}

function PageTime({ seconds_needed }: { seconds_needed: number }) {
  const t = useTexts(playerTexts)
  if (!seconds_needed) return null
  return (
    <noscript>
      <p className="text-sm">{t('timeNeeded', { time: showDuration(seconds_needed) })}</p>
    </noscript>
  )
}

type PauseProps = { pause: NonNullable<Lesson['pause']>; now: Date; following: string | null }

function Pause({ pause, now, following }: PauseProps) {
  const t = useTexts(playerTexts)
  const until = endOf(pause, now)
  return (
    <>
      <Scene name="rest" size="fill" decorative className="h-40 rounded-lg sm:h-56" />
      <div className="my-6 grid justify-items-center text-center">
        <BreakCountdown until={until} now={now} seconds={pause.seconds} />
        <noscript>
          <p>{t('breakServer', { time: showDuration(pause.seconds_left) })}</p>
        </noscript>
      </div>
      {pause.text.split(/\n+/).map((line) => (
        <p key={line} className="mb-3">
          {line}
        </p>
      ))}
      {following && <p className="mt-6 font-semibold">{t('after', { name: following })}</p>}
    </>
  )
}
