import type { ReactNode } from 'react'
import IdleWatch from '#modules/learning/seat-time/idle-watch.island.tsx'
import ReachableForms from '#modules/learning/seat-time/reachable-forms.island.tsx'
import SeatClock from '#modules/learning/seat-time/seat-clock.island.tsx'
import { TimeSpent } from '#modules/learning/seat-time/time-spent.shared.tsx'
import { langOn } from '#platform/languages.ts'
import type { Frame } from '#platform/web/frame.ts'
import { CourseLayout } from '#web/layouts/course.tsx'
import type { QuizData } from './quiz-load.ts'

type FrameProps = { frame: Frame; quizData: QuizData; back?: ReactNode; action?: ReactNode; children: ReactNode }

/** A quiz page in its course's quiet frame, with the clock if time is earned. */
export function QuizFrame({ frame, quizData, back, action, children }: FrameProps) {
  const { quizKey, seat, idle_minutes, progress } = quizData
  const total = {
    student_course_id: quizKey.studentCourseId,
    course_spent: progress.time_spent,
    course_required: progress.required_seconds,
  }
  const time = seat ? (
    <SeatClock {...seat} {...total} />
  ) : (
    <>
      <TimeSpent spent={progress.time_spent} required={progress.required_seconds} />
      {idle_minutes !== null && <IdleWatch idle_minutes={idle_minutes} />}
    </>
  )
  return (
    <CourseLayout
      frame={frame}
      course={quizData.course_name}
      lang={langOn(frame.locale, quizData.lk_language_id)}
      time={time}
      back={back}
      action={action}
    >
      <ReachableForms />
      {children}
    </CourseLayout>
  )
}
