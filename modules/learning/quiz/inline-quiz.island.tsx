import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Answer } from '#modules/learning/questions/answer.shared.ts'
import { AnswerFields } from '#modules/learning/questions/answer-fields.shared.tsx'
import { readAnswer } from '#modules/learning/questions/answer-form.shared.ts'
import { checkAnswer } from '#modules/learning/questions/answer-rules.shared.ts'
import { AnswerShown } from '#modules/learning/questions/answer-shown.shared.tsx'
import { formatAnswer } from '#modules/learning/questions/format-answer.shared.ts'
import { questionTexts } from '#modules/learning/questions/question.texts.ts'
import { localize } from '#platform/texts.ts'
import { callApi } from '#platform/ui/api.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { SubmitButton } from '#platform/ui/button.tsx'
import { island } from '#platform/ui/island.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { announce } from '#platform/ui/toast.ts'
import type { InlineQuestion } from './show-inline.ts'

export type InlineQuizProps = {
  studentCourseId: number
  componentId: number
  quiz_id: number
  questions: readonly InlineQuestion[]
}

/** Questions in the middle of a lesson. */
export default island('learning/inline-quiz', { when: 'reached' }, InlineQuiz)

function InlineQuiz({ studentCourseId, quiz_id, questions }: InlineQuizProps) {
  const t = useTexts(questionTexts)
  return (
    <section aria-label={t('inlineTitle')} className="my-6 grid gap-6 rounded-lg border bg-muted p-5">
      <p className="text-sm font-semibold text-muted-foreground">{t('inlineTitle')}</p>
      {questions.map((question) => (
        <OpenQuestion key={question.question_id} studentCourseId={studentCourseId} quiz_id={quiz_id} first={question} />
      ))}
    </section>
  )
}

type OpenQuestionProps = { studentCourseId: number; quiz_id: number; first: InlineQuestion }

function OpenQuestion({ studentCourseId, quiz_id, first }: OpenQuestionProps) {
  const t = useTexts(questionTexts)
  const locale = useLocale()
  const [question, setQuestion] = useState(first)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  if (question.submitted_at) return <Answered question={question} isNew={!first.submitted_at} />

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const answer = readAnswer(question, (name) => form.getAll(name).map(String)) as Answer
    const problem = checkAnswer(question, answer)
    setError(problem ? localize(locale, problem.text, problem.params) : undefined)
    if (problem || busy) return
    setBusy(true)
    // The API's types have no read-only arrays.
    const body = { question: question.question_id, answer: answer as never, quizId: quiz_id, studentCourseId }
    const response = await callApi((api) => api.POST('/quiz/inline-quiz/submit', { body }))
    setBusy(false)
    if (!response.ok) return setError(response.issues[0]?.message ?? response.message)
    setQuestion(response.data.question as InlineQuestion)
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <AnswerFields question={question} answer={null} {...(error !== undefined && { error })} />
      <Hint question={question} />
      <div>
        <SubmitButton variant="outline" busy={busy}>
          {t('submit')}
        </SubmitButton>
      </div>
    </form>
  )
}

/** An answered question; `isNew` moves the focus to it, because the answered form, which had the focus, is gone. */
function Answered({ question, isNew }: { question: InlineQuestion; isNew: boolean }) {
  const t = useTexts(questionTexts)
  const { correct_ind, configuration: c } = question
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isNew) return
    region.current?.focus({ preventScroll: true })
    announce(region.current?.textContent ?? '')
  }, [isNew])
  return (
    <div ref={region} tabIndex={-1} className="grid gap-2 outline-none">
      <p className="text-xl leading-7 font-semibold">{c.title}</p>
      <div>
        {correct_ind === true && <Badge tone="green">{t('right')}</Badge>}
        {correct_ind === false && <Badge tone="red">{t('wrong')}</Badge>}
        {correct_ind === null && <Badge tone="blue">{t('received')}</Badge>}
      </div>
      <AnswerShown question={question} answer={question.answer} right={c.correct} />
      <Labeled name={t('yourAnswer')} lines={formatAnswer(question, question.answer)} />
      {correct_ind !== true && (
        <Labeled
          name={correct_ind === null ? t('modelAnswer') : t('rightAnswer')}
          lines={formatAnswer(question, c.correct)}
        />
      )}
      <Labeled name={t('why')} lines={c.why ? [c.why] : []} />
      <Hint question={question} />
    </div>
  )
}

function Hint({ question: { configuration: c } }: { question: InlineQuestion }) {
  const t = useTexts(questionTexts)
  return <Labeled name={t('hint')} lines={c.editor.hint ? [c.editor.hint] : []} />
}

const Labeled = ({ name, lines }: { name: string; lines: readonly string[] }) =>
  lines.length === 0 ? null : (
    <div>
      <p className="text-sm text-muted-foreground">{name}</p>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
