import { type QuestionShown, quizPath } from '#modules/learning/entry.ts'
import { isEmptyAnswer } from '#modules/learning/questions/answer.shared.ts'
import { readAnswer } from '#modules/learning/questions/answer-form.shared.ts'
import { answer as saveAnswer } from '#modules/learning/quiz/answer.ts'
import { finish as finishQuiz } from '#modules/learning/quiz/finish.ts'
import { nextQuestion } from '#modules/learning/quiz/next-question.ts'
import { previousQuestion } from '#modules/learning/quiz/previous-question.ts'
import { question as quizQuestion } from '#modules/learning/quiz/question.ts'
import { questionTimerExpired } from '#modules/learning/quiz/question-timer-expired.ts'
import { submitAnswer } from '#modules/learning/quiz/submit-answer.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { localize } from '#platform/texts.ts'
import type { SentForm } from '#platform/web/form.ts'
import { type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { isTimedOut } from './quiz-time.ts'

type Place = { studentCourseId: number; componentId: number }
type GivenAnswer = {
  place: Place
  question: QuestionShown
  answer: Parameters<typeof saveAnswer.run>[1]['answer']
  attempt: number
}

/** Handles a question's form: saves it, and goes where the clicked button leads. */
export async function answerQuestion(
  ctx: Ctx,
  place: Place,
  questionId: number,
  form: SentForm,
): Promise<PageRedirect> {
  const served = await quizQuestion.run(ctx, { ...place, questionId })
  if (!served.question) return redirect(served.redirect!)
  const answer = readAnswer(served.question, form.all) as GivenAnswer['answer']
  const submission = { place, question: served.question, answer, attempt: served.quiz_attempt_id! }
  const go = form.values.go ?? 'next'
  if (go === 'previous') return goToPrevious(ctx, submission)
  if (go === 'expired') return submitTimedOut(ctx, submission)
  if (/^to-\d+$/.test(go)) return goToQuestion(ctx, submission, go.slice(3))
  return continueQuiz(ctx, submission, served.isLastQuestion)
}

async function continueQuiz(
  ctx: Ctx,
  { place, question, answer, attempt }: GivenAnswer,
  isLast: boolean,
): Promise<PageRedirect> {
  const questionId = question.question_id
  // An answer whose time is over was saved, and can't change any more.
  const problem = isTimedOut(question, ctx.now) ? null : await submit(ctx, { place, question, answer, attempt })
  if (problem) return redirect(quizPath(place), { flash: closedFlash(ctx, problem) })
  if (isLast) {
    const result = await finishQuiz.run(ctx, { ...place, quizAttemptId: attempt })
    return redirect(result.redirect!)
  }
  const next = await nextQuestion.run(ctx, { ...place, questionId })
  return redirect(next.question ? quizPath(place, next.question.question_id) : quizPath(place))
}

/** Submits an answer, or returns the refusal if its time ran out while typing. */
async function submit(ctx: Ctx, { place, question, answer }: GivenAnswer): Promise<Refusal | null> {
  try {
    await submitAnswer.run(ctx, { ...place, questionId: question.question_id, answer })
    return null
  } catch (error) {
    if (!isClosed(error)) throw error
    return error
  }
}

async function goToPrevious(ctx: Ctx, submission: GivenAnswer): Promise<PageRedirect> {
  await saveDraft(ctx, submission)
  const { place, question } = submission
  const { question: before } = await previousQuestion.run(ctx, { ...place, questionId: question.question_id })
  return redirect(quizPath(place, before?.question_id ?? null))
}

async function goToQuestion(ctx: Ctx, submission: GivenAnswer, questionId: string): Promise<PageRedirect> {
  await saveDraft(ctx, submission)
  return redirect(quizPath(submission.place, Number(questionId)))
}

async function submitTimedOut(ctx: Ctx, submission: GivenAnswer): Promise<PageRedirect> {
  await save(ctx, submission)
  const { question_id, answer_id, timer_expires_at } = submission.question
  if (timer_expires_at) await questionTimerExpired.run(ctx, { question: { question_id, answer_id } })
  // The page shows that the time is over; the next question starts when the student continues.
  return redirect(quizPath(submission.place, timer_expires_at ? question_id : null))
}

/** Saves a draft before leaving; an answer that could not be changed any more is not saved as one. */
async function saveDraft(ctx: Ctx, submission: GivenAnswer): Promise<void> {
  if (!submission.question.configuration.noEditAfterSave) await save(ctx, submission)
}

/** Saves the form's content; a failure must not stop the student. */
async function save(ctx: Ctx, { place, question, answer }: GivenAnswer): Promise<void> {
  if (isEmptyAnswer(answer)) return
  try {
    await saveAnswer.run(ctx, { ...place, questionId: question.question_id, answer })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

const isClosed = (error: unknown): error is Refusal => error instanceof Refusal && error.kind.code === 'ANSWER_CLOSED'
const closedFlash = ({ locale }: Ctx, { kind, params }: Refusal) => ({
  kind: 'error' as const,
  text: localize(locale, kind.text, params),
})
