import type { DocumentReviewShown } from '#modules/learning/submissions/document-review.ts'
import { submissionTexts } from '#modules/learning/submissions/submissions.texts.ts'
import { Badge } from '#platform/ui/badge.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Card, Panel } from '#platform/ui/card.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { fileSize } from '#platform/ui/file-size.ts'
import { useLocale, useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { Facts, TextLink } from '#platform/ui/parts.tsx'
import { RadioGroup } from '#platform/ui/radio-group.tsx'
import { toneOf } from '#platform/ui/status-tones.ts'
import type { ViewInput } from '#platform/web/page.ts'
import { ReviewFrame } from './review-frame.tsx'

type Answer = DocumentReviewShown['answers'][number]
type Props = { review: DocumentReviewShown; grades: boolean; input: ViewInput }

const decisionField = (question_id: number) => `decision_${question_id}`
const commentField = (question_id: number) => `comment_${question_id}`
const versionField = (question_id: number) => `version_${question_id}`

/** The decisions of staff about the documents in the form. */
export function readDecisions(answers: readonly Answer[], values: Readonly<Record<string, string | undefined>>) {
  return answers.flatMap(({ question_id, version, state }) => {
    const decision = values[decisionField(question_id)]
    if (decision !== 'accepted' && decision !== 'refused') return []
    if (decision === state) return []
    const comment = values[commentField(question_id)]?.trim() || null
    const accepted = decision === 'accepted'
    const seenVersion = Number(values[versionField(question_id)]) || version
    return [{ question_id, version: seenVersion, accepted, comment: accepted ? null : comment }]
  })
}

export function DocumentsReview({ review: { answers, userData }, grades, input }: Props) {
  const t = useTexts(submissionTexts)
  return (
    <ReviewFrame work={userData} list="documents" title={t('documentReview')} input={input} grades={grades}>
      <div className="grid max-w-3xl gap-6">
        {answers.length === 0 ? (
          <Empty title={t('noUploads')} />
        ) : (
          <form method="post" className="grid gap-4">
            {answers.map((answer) => (
              <DocumentCard
                key={answer.question_id}
                answer={answer}
                student_course_id={userData.student_course_id}
                grades={grades}
                input={input}
              />
            ))}
            {grades && (
              <div>
                <BusySubmit label={t('save')} busyLabel={t('saving')} />
              </div>
            )}
          </form>
        )}
        {userData.registration.length > 0 && (
          <Panel title={t('registration')}>
            <Facts facts={userData.registration.map(({ title, words }) => [title, words])} />
          </Panel>
        )}
      </div>
    </ReviewFrame>
  )
}

type CardProps = { answer: Answer; student_course_id: number; grades: boolean; input: ViewInput }

function DocumentCard({ answer, student_course_id, grades, input: { form } }: CardProps) {
  const t = useTexts(submissionTexts)
  const locale = useLocale()
  const showDate = useShowDate()
  const { question_id, title, name, size_bytes, uploaded_at, state, comment, version } = answer
  const href = `/api/attachment/submissions/${student_course_id}/${answer.answer}`
  return (
    <Card className="grid gap-3">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">{title}</h2>
        <Badge tone={toneOf(state, 'document')}>{t(state === 'waiting' ? 'waiting_state' : state)}</Badge>
      </header>
      <p>
        <TextLink href={href} alone>
          {name}
        </TextLink>{' '}
        <span className="text-sm text-muted-foreground">
          {fileSize(size_bytes, locale)} · {showDate(uploaded_at)}
        </span>
      </p>
      {!grades && comment && <p className="text-muted-foreground">{comment}</p>}
      {grades && (
        <div className="grid gap-3 border-t pt-3 sm:grid-cols-[auto_1fr] sm:gap-6">
          <input type="hidden" name={versionField(question_id)} value={version} />
          <RadioGroup
            label={t('decision')}
            name={decisionField(question_id)}
            options={[
              { value: 'accepted', label: t('accept') },
              { value: 'refused', label: t('refuse') },
            ]}
            defaultValue={form.values[decisionField(question_id)] ?? state}
          />
          <TextField
            name={commentField(question_id)}
            label={t('whatIsWrong')}
            hint={t('commentHint')}
            maxLength={149}
            defaultValue={form.values[commentField(question_id)] ?? comment ?? ''}
          />
        </div>
      )}
    </Card>
  )
}
