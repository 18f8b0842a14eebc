import type { courseChecks } from '#modules/learning/index.ts'
import { verificationTexts } from '#modules/learning/verification/verification.texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { TextareaField } from '#platform/ui/field.tsx'
import { useShowInstant, useTexts } from '#platform/ui/locale.tsx'
import { Facts, PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { field } from '#platform/web/form.ts'
import type { ViewInput } from '#platform/web/page.ts'
import { reasonTexts } from '#web/pages/course/course-end.texts.ts'

type Course = Awaited<ReturnType<typeof courseChecks.run>>
type Props = { course: Course; decides: boolean; input: ViewInput }
type Key = keyof typeof verificationTexts

export function IdentityChecks({ course, decides, input }: Props) {
  const t = useTexts(verificationTexts)
  const { form } = input
  return (
    <>
      <PageTitle lead={course.course_name}>{t('staffTitle')}</PageTitle>
      <FormAlert message={Object.keys(form.errors).length > 0 ? null : form.message} />
      {course.guarded ? (
        <div className="grid grid-cols-1 gap-6">
          <Overview course={course} />
          {decides && course.locked && <Decision go="unlock" title="unlockByStaff" hint="unlockHint" form={form} />}
          <Appeals course={course} decides={decides} form={form} />
          <Checks course={course} />
          {decides &&
            waivableOf(course).map(([method, { waived_at }]) => {
              const go = waived_at ? 'unwaive' : 'waive'
              const of = `${go}.${method}` as const
              return <Decision key={method} go={go} method={method} title={of} hint={`${of}.hint`} form={form} />
            })}
          {decides && course.completed_at && <Decision go="reset" title="reset" hint="resetHint" form={form} />}
        </div>
      ) : (
        <p>{t('unguarded')}</p>
      )}
    </>
  )
}

function Overview({ course }: Pick<Props, 'course'>) {
  const t = useTexts(verificationTexts)
  const reasons = useTexts(reasonTexts)
  const showDate = useShowInstant()
  const on = (at: string | null) => (at ? showDate(at) : t('notYet'))
  const { self_helps: used, self_helps_allowed: allowed, lk_student_course_status_reason_id: reason } = course
  const why = course.locked && reason ? [[t('whyAsked'), reasons(reason as 6)] as const] : []
  return (
    <Panel title={t('staffSetup')}>
      <Facts
        facts={[
          ...why,
          [t('setUpOn'), on(course.completed_at)],
          [t('agreedOn'), on(course.agreed_at)],
          ...(course.device ? [[t('device'), deviceIn(t, showDate, course.device)] as const] : []),
          ...(course.typing ? [[t('typing'), typingIn(t, showDate, course.typing)] as const] : []),
          ...(course.phone ? [[t('phone'), phoneIn(t, showDate, course.phone)] as const] : []),
          [t('selfHelps'), t('selfHelpsOf', { used, allowed })],
        ]}
      />
      <p className="mt-4">
        <TextLink href={`/manage/students/${course.user_id}/account`}>{t('toAccount')}</TextLink>
      </p>
    </Panel>
  )
}

type Say = (key: Key, params?: Record<string, string>) => string
type ShowDate = (at: string) => string

/** The methods of a course that can be turned off for its student. */
const waivableOf = ({ phone, typing, device }: Course) =>
  (
    [
      ['phone', phone],
      ['keystroke', typing],
      ['biometrics', device],
    ] as const
  ).flatMap(([method, state]) => (state ? [[method, state] as const] : []))

type Waived = Pick<NonNullable<Course['typing']>, 'waived_at' | 'waived_reason'>

/** When a method was turned off, and staff's reason; null while it is on. */
function offIn(t: Say, showDate: ShowDate, { waived_at, waived_reason: reason }: Waived): string | null {
  if (!waived_at) return null
  const date = showDate(waived_at)
  return reason === null ? t('offByStudent', { date }) : t('offByStaff', { date, reason })
}

function typingIn(t: Say, showDate: ShowDate, typing: NonNullable<Course['typing']>): string {
  const { samples } = typing
  const on = samples === 0 ? t('notYet') : t('typingSamples', { samples: String(samples) })
  return offIn(t, showDate, typing) ?? on
}

function deviceIn(t: Say, showDate: ShowDate, device: NonNullable<Course['device']>): string {
  const { made_at, backed_up } = device
  const on = made_at ? t(backed_up ? 'deviceSynced' : 'deviceOn', { date: showDate(made_at) }) : t('notYet')
  return offIn(t, showDate, device) ?? on
}

/** What was measured, and against what; or why it was not. */
function measured(t: Say, { score, threshold, detail }: Course['checks'][number]['events'][number]): string {
  if (score !== null && threshold !== null)
    return ` (${t('score', { score: String(score), threshold: String(threshold) })})`
  const key = `doubt.${detail}`
  return key in verificationTexts ? ` (${t(key as Key)})` : ''
}

function phoneIn(t: Say, showDate: ShowDate, phone: NonNullable<Course['phone']>): string {
  const { ending, proven_at } = phone
  const off = offIn(t, showDate, phone)
  if (off) return off
  if (ending === null) return t('notYet')
  return proven_at ? t('phoneEnding', { ending, date: showDate(proven_at) }) : t('phoneUnproven', { ending })
}

type DecisionProps = {
  go: 'unlock' | 'reset' | 'waive' | 'unwaive'
  method?: string
  title: Key
  hint: Key
  form: ViewInput['form']
}

/** A decision that is rarely made: closed until it is wanted, or was refused. */
function Decision({ go, method, title, hint, form }: DecisionProps) {
  const t = useTexts(verificationTexts)
  const isSent = form.values.go === go && form.values.method === method
  const own = isSent ? form : { ...form, values: {}, errors: {} }
  return (
    <details open={isSent || go === 'unlock'} className="rounded-lg border bg-card p-4">
      <summary className="min-h-11 cursor-pointer font-semibold">{t(title)}</summary>
      <form method="post" className="grid max-w-2xl gap-4">
        <p>{t(hint)}</p>
        {method && <input type="hidden" name="method" value={method} />}
        <TextareaField {...field(own, 'notes')} label={t('reasonNote')} maxLength={2000} required />
        <div>
          <SubmitButton name="go" value={go} variant="outline">
            {t(title)}
          </SubmitButton>
        </div>
      </form>
    </details>
  )
}

function Appeals({ course, decides, form }: Pick<Props, 'course' | 'decides'> & Pick<ViewInput, 'form'>) {
  const t = useTexts(verificationTexts)
  const showDate = useShowInstant()
  return (
    <Panel title={t('appeals')}>
      {course.appeals.length === 0 && <p className="text-muted-foreground">{t('noAppeals')}</p>}
      {course.appeals.map((appeal) => (
        <article key={appeal.identity_appeal_id} className="grid gap-3 border-b py-4 last:border-b-0">
          <p className="text-sm text-muted-foreground">{showDate(appeal.made_at)}</p>
          <p className="max-w-reading whitespace-pre-line">{appeal.words}</p>
          {appeal.reply && (
            <p>
              <strong>{t(appeal.accepted ? 'accepted' : 'declined')}:</strong> {appeal.reply}
            </p>
          )}
          {!appeal.answered_at && decides && (
            <form method="post" className="grid max-w-2xl gap-4">
              <input type="hidden" name="identity_appeal_id" value={appeal.identity_appeal_id} />
              <TextareaField {...field(form, 'reply')} label={t('reply')} maxLength={2000} required />
              <div className="flex flex-wrap gap-3">
                <SubmitButton name="go" value="accept">
                  {t('accept')}
                </SubmitButton>
                <SubmitButton name="go" value="decline" variant="outline">
                  {t('decline')}
                </SubmitButton>
              </div>
            </form>
          )}
        </article>
      ))}
    </Panel>
  )
}

function Checks({ course }: Pick<Props, 'course'>) {
  const t = useTexts(verificationTexts)
  const showDate = useShowInstant()
  return (
    <Panel title={t('checks')}>
      {course.checks.length === 0 ? (
        <p className="text-muted-foreground">{t('noChecks')}</p>
      ) : (
        <Table label={t('staffTitle')} stacked>
          <thead>
            <tr>
              <TableHead>{t('when')}</TableHead>
              <TableHead>{t('whyAsked')}</TableHead>
              <TableHead>{t('result')}</TableHead>
              <TableHead>{t('tries')}</TableHead>
              <TableHead>{t('where')}</TableHead>
            </tr>
          </thead>
          <tbody>
            {course.checks.map((check) => (
              <tr key={check.identity_check_id}>
                <TableCell label={t('when')} className="figures">
                  {showDate(check.started_at)}
                </TableCell>
                <TableCell label={t('whyAsked')}>{t(`reason.${check.reason}` as Key)}</TableCell>
                <TableCell label={t('result')}>{t(`result.${check.result ?? 'open'}` as Key)}</TableCell>
                <TableCell label={t('tries')}>
                  {check.codes.map((code) => (
                    <span key={code.at} className="block max-md:w-full">
                      {t(`code.${code.channel}` as Key)}: {t(`code.${code.state}` as Key)}
                    </span>
                  ))}
                  {check.events.map((event) => (
                    <span key={event.at} className="block max-md:w-full">
                      {t(`method.${event.method}` as Key)}: {t(`try.${event.result}` as Key)}
                      {measured(t, event)}
                    </span>
                  ))}
                </TableCell>
                <TableCell label={t('where')}>{check.address ?? '—'}</TableCell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  )
}
