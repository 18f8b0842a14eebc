import { quizTexts } from '#modules/learning/quiz/quiz.texts.ts'
import { LinkButton } from '#platform/ui/button.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'
import type { Frame } from '#platform/web/frame.ts'
import { CourseLayout } from '#web/layouts/course.tsx'

type NoticeProps = { reason: 'unauthorized' | 'error'; frame: Frame; to: string; again: string }

/** Explains why a quiz is not shown, and what to do. */
export function QuizNotice({ reason, frame, to, again }: NoticeProps) {
  const t = useTexts(quizTexts)
  const title = t(`${reason}Title`)
  const action =
    reason === 'error' ? (
      <LinkButton href={again}>{t('tryAgain')}</LinkButton>
    ) : (
      <LinkButton href={to}>{t('backToCourse')}</LinkButton>
    )
  return (
    <CourseLayout frame={frame} course="">
      <PageTitle>{title}</PageTitle>
      <Empty title={t(reason)} action={action} />
    </CourseLayout>
  )
}
