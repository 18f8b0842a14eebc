import type { courseExams } from '#modules/learning/external/course-exams.ts'
import { externalTexts } from '#modules/learning/external/external.texts.ts'
import { pathTo } from '#platform/path-to.ts'
import type { PlainKey } from '#platform/texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { TextareaField } from '#platform/ui/field.tsx'
import { useShowInstant, useTexts } from '#platform/ui/locale.tsx'
import { Facts, PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { field } from '#platform/web/form.ts'
import type { ViewInput } from '#platform/web/page.ts'

type Course = Awaited<ReturnType<typeof courseExams.run>>
type Session = Course['sessions'][number]
type Form = ViewInput['form']
type Key = PlainKey<typeof externalTexts>

export function ExternalExam({ course, decides, input }: { course: Course; decides: boolean; input: ViewInput }) {
  const t = useTexts(externalTexts)
  const { form } = input
  const canClear = course.sessions.some(({ state, cleared_at }) => state !== 'passed' && !cleared_at)
  return (
    <>
      <PageTitle lead={course.course_name}>{t('staffTitle')}</PageTitle>
      <FormAlert message={Object.keys(form.errors).length > 0 ? null : form.message} />
      <p className="mb-6">
        <TextLink href={pathTo('/manage/student/:id/account', { id: course.user_id })}>{t('toAccount')}</TextLink>
      </p>
      <div className="grid grid-cols-1 gap-6">
        {course.sessions.length === 0 && <p>{t('none')}</p>}
        {course.sessions.map((session, index) => (
          <SessionPanel
            key={session.external_exam_id}
            session={session}
            number={course.sessions.length - index}
            decides={decides}
            form={form}
          />
        ))}
        {decides && canClear && <Clear student_course_id={course.student_course_id} form={form} />}
      </div>
    </>
  )
}

type SessionProps = { session: Session; number: number; decides: boolean; form: Form }

function SessionPanel({ session, number, decides, form }: SessionProps) {
  const t = useTexts(externalTexts)
  const show = useShowInstant()
  const { state, score, remarks, accepted, review_note } = session
  const factRow = (key: Key, value: string | null) => (value ? [[t(key), show(value)] as const] : [])
  const grade = state === 'violation' || accepted !== null ? [[t('grade'), t(gradeOf(session))] as const] : []
  const percent = score === null ? [] : [[t('percent'), `${Math.round(score)}%`] as const]
  const decided = accepted === null ? [] : [[t('decision'), t(accepted ? 'accepted' : 'notAccepted')] as const]
  const noteFacts = review_note ? [[t('note'), review_note] as const] : []
  return (
    <Panel title={t('session', { number })}>
      <div className="grid gap-4">
        <Facts
          facts={[
            [t('kind'), t(`kind.${session.kind}` as Key)],
            [t('state'), t(`state.${state}` as Key)],
            ...percent,
            ...grade,
            [t('provider'), session.provider],
            ...factRow('created_at', session.created_at),
            ...factRow('started_at', session.started_at),
            ...factRow('finished_at', session.finished_at),
            ...factRow('decided_at', session.decided_at),
            ...factRow('cleared_at', session.cleared_at),
            ...decided,
            ...noteFacts,
          ]}
        />
        {remarks.length > 0 && <Remarks remarks={remarks} />}
        {decides && state === 'violation' && accepted === null && !session.cleared_at && (
          <Review session={session} form={form} />
        )}
      </div>
    </Panel>
  )
}

const gradeOf = ({ exam_passed }: Session): Key =>
  exam_passed === null ? 'grade.unknown' : exam_passed ? 'grade.passed' : 'grade.failed'

function Remarks({ remarks }: Pick<Session, 'remarks'>) {
  const t = useTexts(externalTexts)
  return (
    <section>
      <h3 className="font-semibold">{t('remarks')}</h3>
      <ul className="grid gap-1">
        {remarks.map(({ comment, start, stop }) => (
          <li key={`${comment}${start}`} className="max-w-reading">
            {comment}
            {start !== null && stop !== null && (
              <span className="ms-2 text-muted-foreground">{t('at', { from: clock(start), to: clock(stop) })}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A recording's length in minutes and seconds. */
const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

const ownForm = (form: Form, ...go: string[]): Form =>
  go.includes(form.values.go ?? '') ? form : { ...form, values: {}, errors: {} }

function Review({ session, form }: { session: Session; form: Form }) {
  const t = useTexts(externalTexts)
  const isSent = Number(form.values.external_exam_id) === session.external_exam_id
  return (
    <form method="post" className="grid max-w-2xl gap-4 border-t pt-4">
      <h3 className="font-semibold">{t('review')}</h3>
      <p>{t('reviewHint')}</p>
      <input type="hidden" name="external_exam_id" value={session.external_exam_id} />
      <TextareaField
        {...field(isSent ? ownForm(form, 'accept', 'refuse') : ownForm(form), 'notes')}
        label={t('note')}
        maxLength={2000}
        required
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton name="go" value="accept">
          {t('accept')}
        </SubmitButton>
        <SubmitButton name="go" value="refuse" variant="outline">
          {t('refuse')}
        </SubmitButton>
      </div>
    </form>
  )
}

function Clear({ student_course_id, form }: { student_course_id: number; form: Form }) {
  const t = useTexts(externalTexts)
  return (
    <Panel title={t('clear')}>
      <form method="post" className="grid max-w-2xl gap-4">
        <p>{t('clearHint')}</p>
        <input type="hidden" name="student_course_id" value={student_course_id} />
        <TextareaField {...field(ownForm(form, 'clear'), 'notes')} label={t('note')} maxLength={2000} required />
        <div>
          <SubmitButton name="go" value="clear" variant="outline">
            {t('clear')}
          </SubmitButton>
        </div>
      </form>
    </Panel>
  )
}
