import { attemptStatus } from '#modules/learning/entry.ts'
import { lk_quiz_attempt_status } from '#modules/learning/lookups.shared.ts'
import type { QuizGroupShown } from '#modules/learning/submissions/group-detail.ts'
import { submissionTexts } from '#modules/learning/submissions/submissions.texts.ts'
import { label } from '#platform/lookups.ts'
import { pathTo } from '#platform/path-to.ts'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Card } from '#platform/ui/card.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { SelectField } from '#platform/ui/field.tsx'
import { useLocale, useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { LookupBadge } from '#platform/ui/lookup-badge.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { withCarriedParams } from '#platform/web/frame.ts'
import type { ViewInput } from '#platform/web/page.ts'
import { ReviewFrame } from './review-frame.tsx'

type Attempt = QuizGroupShown['quizAttempts'][number]
type Props = { group: QuizGroupShown; grades: boolean; input: ViewInput }

const statusField = (quiz_attempt_id: number) => `status_${quiz_attempt_id}`
const versionField = (quiz_attempt_id: number) => `version_${quiz_attempt_id}`
const decidable = [attemptStatus.inReview, attemptStatus.passed, attemptStatus.failed, attemptStatus.needsAttention]

/** The attempts whose status a grader changed; `all` sets the status of every one. */
export function readStatuses(attempts: readonly Attempt[], values: Readonly<Record<string, string | undefined>>) {
  return attempts.flatMap(({ quiz_attempt_id, lk_quiz_attempt_status_id, comment, version }) => {
    const statusId = Number(values.all || values[statusField(quiz_attempt_id)])
    const status = decidable.find((id) => id === statusId)
    if (!status || status === lk_quiz_attempt_status_id) return []
    const seenVersion = Number(values[versionField(quiz_attempt_id)]) || version
    return [{ quiz_attempt_id, lk_quiz_attempt_status_id: status as 4, version: seenVersion, comment }]
  })
}

export function QuizGroupReview({ group, grades, input }: Props) {
  const t = useTexts(submissionTexts)
  const { quizAttempts, groupDetails } = group
  return (
    <ReviewFrame work={groupDetails} list="quizzes" title={t('quizReview')} input={input} grades={grades}>
      {quizAttempts.length === 0 ? (
        <Empty title={t('noAttempts')} />
      ) : (
        <form method="post" className="grid max-w-3xl gap-4">
          <ul className="grid gap-3">
            {quizAttempts.map((attempt) => (
              <li key={attempt.quiz_attempt_id}>
                <AttemptRow attempt={attempt} grades={grades} input={input} />
              </li>
            ))}
          </ul>
          {grades && <DecideAll input={input} />}
        </form>
      )}
    </ReviewFrame>
  )
}

function AttemptRow({ attempt, grades, input }: { attempt: Attempt; grades: boolean; input: ViewInput }) {
  const t = useTexts(submissionTexts)
  const showDate = useShowDate()
  const { quiz_attempt_id, lk_quiz_attempt_status_id, name, attempt_number, submitted_at, version } = attempt
  const { points, total, percentage, threshold } = attempt
  return (
    <Card className="grid gap-3 sm:grid-cols-[1fr_14rem] sm:items-end">
      <div className="grid gap-1">
        <h2 className="font-semibold">
          <TextLink
            href={withCarriedParams(
              input.frame,
              pathTo('/manage/submission/quiz/:quiz_attempt_id', { quiz_attempt_id }),
            )}
            alone
          >
            {name}
          </TextLink>
        </h2>
        <p className="text-sm text-muted-foreground">
          {t('attemptOf', { n: attempt_number, date: submitted_at ? showDate(submitted_at) : '—' })}
        </p>
        <p className="text-sm">{t('gradeOf', { points: points ?? 0, total, percentage, threshold })}</p>
        <p>
          <LookupBadge lookup={lk_quiz_attempt_status} id={lk_quiz_attempt_status_id} />
        </p>
      </div>
      {grades && (
        <>
          <input type="hidden" name={versionField(quiz_attempt_id)} value={version} />
          <StatusSelect
            name={statusField(quiz_attempt_id)}
            words={t('statusOf', { name })}
            now={lk_quiz_attempt_status_id}
            typed={input.form.values[statusField(quiz_attempt_id)]}
          />
        </>
      )}
    </Card>
  )
}

type SelectProps = { name: string; words: string; now: number | null; typed: string | undefined }

function StatusSelect({ name, words, now, typed }: SelectProps) {
  const t = useTexts(submissionTexts)
  const locale = useLocale()
  const options = decidable.map((id) => ({ value: id as number, label: label(lk_quiz_attempt_status, id, locale) }))
  const isOption = now !== null && options.some(({ value }) => value === now)
  return (
    <SelectField
      name={name}
      label={words}
      defaultValue={typed ?? (isOption ? now : '')}
      options={isOption ? options : [{ value: '', label: t('asItIs') }, ...options]}
    />
  )
}

function DecideAll({ input: { form } }: { input: ViewInput }) {
  const t = useTexts(submissionTexts)
  return (
    <Card className="grid gap-4">
      <StatusSelect name="all" words={t('statusOfAll')} now={null} typed={form.values.all} />
      <div className="flex flex-wrap gap-3">
        <BusySubmit label={t('save')} busyLabel={t('saving')} />
        <SubmitButton variant="outline" name="step" value="complete">
          {t('completeReview')}
        </SubmitButton>
      </div>
      <p className="text-sm text-muted-foreground">{t('completeHint')}</p>
    </Card>
  )
}
