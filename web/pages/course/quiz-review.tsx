import { AnswerShown } from '#modules/learning/questions/answer-shown.shared.tsx'
import { formatAnswer } from '#modules/learning/questions/format-answer.shared.ts'
import { questionTexts } from '#modules/learning/questions/question.texts.ts'
import { quizTexts } from '#modules/learning/quiz/quiz.texts.ts'
import type { reviewQuiz } from '#modules/learning/quiz/review-quiz.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Card } from '#platform/ui/card.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'

export type QuestionReview = Awaited<ReturnType<typeof reviewQuiz.run>>['questions'][number]

/** `lang`: the course's language, if it differs from the page's. */
type ReviewedProps = { question: QuestionReview; total: number; lang: string | undefined }

/** A student's answer beside the correct one. */
export function ReviewedQuestion({ question, total, lang }: ReviewedProps) {
  const t = useTexts(quizTexts)
  const ofQuestion = useTexts(questionTexts)
  const { correct_ind, order, configuration, comment, references, lesson } = question
  const answerLines = formatAnswer(question, question.answer)
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="text-sm text-muted-foreground">{t('question', { n: order, total })}</span>
        {correct_ind === null ? (
          <Badge tone="orange">{t('waits')}</Badge>
        ) : (
          <Badge tone={correct_ind ? 'green' : 'red'}>{correct_ind ? ofQuestion('right') : ofQuestion('wrong')}</Badge>
        )}
      </div>
      <h2 lang={lang} className="font-semibold">
        {configuration.title}
      </h2>
      <AnswerShown question={question} answer={question.answer} right={question.right} />
      <Lines
        lang={lang}
        name={ofQuestion('yourAnswer')}
        lines={answerLines.length > 0 ? answerLines : [t('noAnswer')]}
      />
      {correct_ind !== true && (
        <Lines
          lang={lang}
          name={typeof question.right === 'string' ? ofQuestion('modelAnswer') : ofQuestion('rightAnswer')}
          lines={formatAnswer(question, question.right)}
        />
      )}
      {configuration.why && <Lines lang={lang} name={ofQuestion('why')} lines={[configuration.why]} />}
      {comment && <Lines name={t('comment')} lines={[comment]} />}
      {references && <Lines name={t('source')} lines={[references]} />}
      {lesson && correct_ind === false && (
        <div>
          <TextLink href={lesson.path} alone>
            {t('readLesson', { name: lesson.name })}
          </TextLink>
        </div>
      )}
    </Card>
  )
}

type LinesProps = { name: string; lines: readonly string[]; lang?: string | undefined }
const Lines = ({ name, lines, lang }: LinesProps) =>
  lines.length === 0 ? null : (
    <div>
      <p className="text-sm text-muted-foreground">{name}</p>
      {lines.map((line) => (
        <p key={line} lang={lang}>
          {line}
        </p>
      ))}
    </div>
  )
