import { nameOfMethod, type Waivable, waivable } from '#modules/learning/entry.ts'
import type { courseChecks } from '#modules/learning/verification/staff.ts'
import { verificationTexts } from '#modules/learning/verification/verification.texts.ts'
import { pathTo } from '#platform/path-to.ts'
import { localize, type PlainKey, type TextOf } from '#platform/texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { TextareaField } from '#platform/ui/field.tsx'
import { useLocale, useShowInstant, useTexts } from '#platform/ui/locale.tsx'
import { Facts, PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { field } from '#platform/web/form.ts'
import type { ViewInput } from '#platform/web/page.ts'
import { reasonTexts } from '#web/pages/course/course-end.texts.ts'
import type { Evidence } from '#web/pages/course/methods/method-page.ts'
import { methodPages } from '#web/pages/course/methods/methods.ts'

type Course = Awaited<ReturnType<typeof courseChecks.run>>
type Props = { course: Course; decides: boolean; input: ViewInput }
type Key = PlainKey<typeof verificationTexts>

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
          {decides && course.locked && (
            <Decision go="unlock" title={t('unlockByStaff')} hint={t('unlockHint')} form={form} />
          )}
          <Appeals course={course} decides={decides} form={form} />
          <Checks course={course} />
          {decides && waivable.map((method) => <Waiver key={method} course={course} method={method} form={form} />)}
          {decides && course.completed_at && (
            <Decision go="reset" title={t('reset')} hint={t('resetHint')} form={form} />
          )}
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
  const locale = useLocale()
  const on = (instant: string | null) => (instant ? showDate(instant) : t('notYet'))
  const { self_helps: usedCount, self_helps_allowed: allowed, lk_student_course_status_reason_id: reason } = course
  const reasonFacts = course.locked && reason ? [[t('whyAsked'), reasons(reason as 6)] as const] : []
  return (
    <Panel title={t('staffSetup')}>
      <Facts
        facts={[
          ...reasonFacts,
          [t('setUpOn'), on(course.completed_at)],
          [t('agreedOn'), on(course.agreed_at)],
          ...Object.entries(methodPages).flatMap(([method, { waiver }]) => {
            const evidence = waiver?.read(course, { t, showDate })
            return evidence
              ? [[localize(locale, nameOfMethod(method)), waiverText(t, showDate, evidence) ?? evidence.on] as const]
              : []
          }),
          [t('selfHelps'), t('selfHelpsOf', { used: usedCount, allowed })],
        ]}
      />
      <p className="mt-4">
        <TextLink href={pathTo('/manage/student/:id/account', { id: course.user_id })}>{t('toAccount')}</TextLink>
      </p>
    </Panel>
  )
}

type Say = TextOf<typeof verificationTexts>
type ShowDate = (instant: string) => string

/** When and why a method was turned off; null while it is on. */
function waiverText(t: Say, showDate: ShowDate, { waived_at, waived_reason: reason }: Evidence): string | null {
  if (!waived_at) return null
  const date = showDate(waived_at)
  return reason === null ? t('offByStudent', { date }) : t('offByStaff', { date, reason })
}

/** The score and its threshold, or the reason why there is none. */
function scoreText(t: Say, { score, threshold, detail }: Course['checks'][number]['events'][number]): string {
  if (score !== null && threshold !== null)
    return ` (${t('score', { score: String(score), threshold: String(threshold) })})`
  const key = `doubt.${detail}`
  return key in verificationTexts ? ` (${t(key as Key)})` : ''
}

/** Turns a method off for the student, or on again. Renders nothing for a course that doesn't use the method. */
function Waiver({ course, method, form }: Pick<Props, 'course'> & Pick<ViewInput, 'form'> & { method: Waivable }) {
  const t = useTexts(verificationTexts)
  const showDate = useShowInstant()
  const locale = useLocale()
  const { waiver } = methodPages[method]
  const evidence = waiver?.read(course, { t, showDate })
  if (!waiver || !evidence) return null
  const go = evidence.waived_at ? 'unwaive' : 'waive'
  const [title, hint] = [localize(locale, waiver.words[go]), localize(locale, waiver.words[`${go}Hint`])]
  return <Decision go={go} method={method} title={title} hint={hint} form={form} />
}

type DecisionProps = {
  go: 'unlock' | 'reset' | 'waive' | 'unwaive'
  method?: string
  title: string
  hint: string
  form: ViewInput['form']
}

/** A rare decision: collapsed until it is opened or refused. */
function Decision({ go, method, title, hint, form }: DecisionProps) {
  const t = useTexts(verificationTexts)
  const isSent = form.values.go === go && form.values.method === method
  const sectionForm = isSent ? form : { ...form, values: {}, errors: {} }
  return (
    <details open={isSent || go === 'unlock'} className="rounded-lg border bg-card p-4">
      <summary className="min-h-11 cursor-pointer font-semibold">{title}</summary>
      <form method="post" className="grid max-w-2xl gap-4">
        <p>{hint}</p>
        {method && <input type="hidden" name="method" value={method} />}
        <TextareaField {...field(sectionForm, 'notes')} label={t('reasonNote')} maxLength={2000} required />
        <div>
          <SubmitButton name="go" value={go} variant="outline">
            {title}
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
  const locale = useLocale()
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
                      {localize(locale, nameOfMethod(event.method))}: {t(`try.${event.result}` as Key)}
                      {scoreText(t, event)}
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
