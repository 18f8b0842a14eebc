import { attemptStatus } from '#modules/learning/entry.ts'
import { lk_quiz_attempt_status } from '#modules/learning/lookups.shared.ts'
import type { QuizReviewShown } from '#modules/learning/submissions/quiz-detail.ts'
import { submissionTexts } from '#modules/learning/submissions/submissions.texts.ts'
import { pathTo } from '#platform/path-to.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { Badge } from '#platform/ui/badge.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Card } from '#platform/ui/card.tsx'
import { SelectField, TextField } from '#platform/ui/field.tsx'
import { useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { LookupBadge } from '#platform/ui/lookup-badge.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { RadioGroup } from '#platform/ui/radio-group.tsx'
import { withCarriedParams } from '#platform/web/frame.ts'
import type { ViewInput } from '#platform/web/page.ts'
import { commentField, gradeField, gradeOf } from './grade-form.ts'
import { ReviewFrame } from './review-frame.tsx'

type Props = { review: QuizReviewShown; grades: boolean; input: ViewInput }

export function QuizAttemptReview({ review, grades, input }: Props) {
  const t = useTexts(submissionTexts)
  const showDate = useShowDate()
  const { quizDetail, quizAttempt, questions, totalQuestions, percentage } = review
  const { lk_quiz_attempt_status_id, submitted_at, graded_at, graded_by, points, threshold } = quizAttempt
  const group = pathTo('/manage/submission/quiz/group/:student_course_id', {
    student_course_id: quizDetail.student_course_id,
  })
  return (
    <ReviewFrame
      work={quizDetail}
      list="quizzes"
      title={quizDetail.name}
      input={input}
      grades={grades}
      facts={[
        [
          t('attempt'),
          <span key="attempt" className="flex flex-wrap items-center gap-2">
            {quizDetail.attempt_number}
            <LookupBadge lookup={lk_quiz_attempt_status} id={lk_quiz_attempt_status_id} />
          </span>,
        ],
        [t('finished_date'), submitted_at && showDate(submitted_at)],
        [t('grade'), t('gradeOf', { points: points ?? 0, total: totalQuestions, percentage, threshold })],
        ...(graded_at
          ? [[t('graded'), t('gradedBy', { name: graded_by ?? '—', date: showDate(graded_at) })] as const]
          : []),
        [
          t('allQuizzes'),
          <TextLink key="all" href={withCarriedParams(input.frame, group)}>
            {t('allOfCourse')}
          </TextLink>,
        ],
      ]}
    >
      <form method="post" className="grid max-w-3xl gap-4">
        <input type="hidden" name="version" value={quizAttempt.version} />
        <ol className="grid gap-4">
          {questions.map((question) => (
            <li key={question.question_id}>
              <Question question={question} total={totalQuestions} grades={grades} input={input} />
            </li>
          ))}
        </ol>
        {grades && <Decide review={review} input={input} />}
      </form>
    </ReviewFrame>
  )
}

type QuestionProps = {
  question: QuizReviewShown['questions'][number]
  total: number
  grades: boolean
  input: ViewInput
}

function Question({ question, total, grades, input }: QuestionProps) {
  const t = useTexts(submissionTexts)
  const { order, correct_ind, answer_in_words, right_in_words, before, written, comment } = question
  const tone = correct_ind === null ? 'orange' : correct_ind ? 'green' : 'red'
  return (
    <Card className="grid gap-3">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-muted-foreground">{t('questionOf', { n: order, total })}</p>
        <Badge tone={tone}>{t(gradeOf(correct_ind))}</Badge>
      </header>
      <h2 className="font-semibold">{question.questions_configurations.title}</h2>
      <Lines name={t('answer')} lines={answer_in_words} none={t('noAnswer')} />
      {right_in_words.length > 0 && correct_ind !== true && (
        <Lines name={t(written ? 'model' : 'rightAnswer')} lines={right_in_words} none="" />
      )}
      {before.map((formerAnswer) => (
        <div key={formerAnswer.mended_at} className="border-s-3 border-input ps-3 text-sm">
          <Lines name={t('before')} lines={formerAnswer.answer_in_words} none={t('noAnswer')} />
          {formerAnswer.comment && <p className="text-muted-foreground">{formerAnswer.comment}</p>}
        </div>
      ))}
      {grades ? (
        <Grade question={question} input={input} />
      ) : (
        comment && <p className="text-muted-foreground">{comment}</p>
      )}
    </Card>
  )
}

function Lines({ name, lines, none }: { name: string; lines: readonly string[]; none: string }) {
  return (
    <div>
      <p className="text-sm text-muted-foreground">{name}</p>
      {lines.length === 0 && <p className="text-muted-foreground">{none}</p>}
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text that does not change here
        <p key={index} className="max-w-reading break-words">
          {line}
        </p>
      ))}
    </div>
  )
}

function Grade({ question, input: { form } }: Pick<QuestionProps, 'question' | 'input'>) {
  const t = useTexts(submissionTexts)
  const { question_id, correct_ind, comment, written } = question
  const open = written ? [{ value: 'open', label: t('open') }] : []
  return (
    <div className="grid gap-3 border-t pt-3 sm:grid-cols-[auto_1fr] sm:gap-6">
      <RadioGroup
        label={t('grade')}
        name={gradeField(question_id)}
        options={[{ value: 'right', label: t('right') }, { value: 'wrong', label: t('wrong') }, ...open]}
        defaultValue={form.values[gradeField(question_id)] ?? gradeOf(correct_ind)}
      />
      <TextField
        name={commentField(question_id)}
        label={t('comment')}
        hint={t('commentHint')}
        maxLength={149}
        defaultValue={form.values[commentField(question_id)] ?? comment ?? ''}
        error={form.errors[commentField(question_id)]}
        optional
      />
    </div>
  )
}

function Decide({ review: { quizAttempt }, input: { form } }: Pick<Props, 'review' | 'input'>) {
  const t = useTexts(submissionTexts)
  return (
    <Card className="grid gap-4">
      <SelectField
        name="result"
        label={t('result')}
        hint={t('resultHint')}
        defaultValue={form.values.result ?? ''}
        options={[
          { value: '', label: t('byGrades') },
          { value: attemptStatus.needsAttention, label: t('sendBack') },
          { value: attemptStatus.passed, label: t('pass') },
          { value: attemptStatus.failed, label: t('fail') },
        ]}
      />
      <TextField
        name="comment"
        label={t('commentToStudent')}
        hint={t('commentHint')}
        maxLength={149}
        defaultValue={form.values.comment ?? quizAttempt.comment ?? ''}
        error={form.errors.comment}
        optional
      />
      <Alert>{t('followsAtOnce')}</Alert>
      <div>
        <BusySubmit label={t('save')} busyLabel={t('saving')} />
      </div>
    </Card>
  )
}
