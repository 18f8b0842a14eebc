import { affirmationTexts } from '#modules/learning/registration/affirmation.texts.ts'
import { correctAffirmation, courseAffirmation } from '#modules/learning/registration/correct-affirmation.ts'
import { localText } from '#platform/texts.ts'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { TextareaField } from '#platform/ui/field.tsx'
import { useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { RadioGroup } from '#platform/ui/radio-group.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { type FormState, field } from '#platform/web/form.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { idOf } from '#web/pages/course/course-place.ts'
import { registrationTexts } from '#web/pages/course/registration.texts.ts'
import { StudentCoursePage } from '#web/pages/manage/student-course-page.tsx'

type PageData = Awaited<ReturnType<typeof courseAffirmation.run>>

/** A student's statement about the exclusions of the course's program, and its correction. */
export default page({
  address: '/manage/eligibility/:student_course_id{[0-9]+}',
  title: affirmationTexts.title,
  may: courseAffirmation.may,
  layout: BackOfficeLayout,
  load: ({ ctx, params }) => courseAffirmation.run(ctx, { student_course_id: idOf(params.student_course_id) }),
  async submit({ ctx, params, url, form: { values } }) {
    const { violation = '', reason = '' } = values
    const student_course_id = idOf(params.student_course_id)
    const { disabled } = await correctAffirmation.run(ctx, { student_course_id, violation, reason })
    return redirect(url.pathname, {
      flash: { kind: 'success', text: localText(ctx.locale, affirmationTexts, disabled ? 'savedDisabled' : 'saved') },
    })
  },
  view: (data, input) => <Eligibility data={data} input={input} />,
})

function Eligibility({ data, input }: { data: PageData; input: ViewInput }) {
  const t = useTexts(affirmationTexts)
  const showDate = useShowDate()
  const { affirmed, affirmed_at, excluded, excluded_at, events, updates } = data
  const isStated = affirmed_at !== null || excluded !== null
  const facts = [
    ...(affirmed_at ? [[t('affirmed'), `${t('affirmedText')} (${showDate(affirmed_at)})`] as const] : []),
    ...(excluded_at && excluded
      ? [[t('excluded'), `${excluded.violation} (${excluded.citation}), ${showDate(excluded_at)}`] as const]
      : []),
  ]
  return (
    <>
      <StudentCoursePage title={t('title')} course={data} facts={facts} input={input}>
        {!isStated && <p>{t('notYet')}</p>}
        {affirmed.length > 0 && (
          <div className="grid gap-2">
            <h2 className="font-semibold">{t('rules')}</h2>
            {affirmed.map(({ text, citation }) => (
              <p key={text} lang="en">
                {text} ({citation})
              </p>
            ))}
          </div>
        )}
        {isStated && updates && <Correction data={data} form={input.form} />}
      </StudentCoursePage>
      {events.length > 0 && <History events={events} />}
    </>
  )
}

function Correction({ data: { choices, excluded }, form }: { data: PageData; form: FormState }) {
  const t = useTexts(affirmationTexts)
  const words = useTexts(registrationTexts)
  const options = [
    { value: 'none', label: words('noneOfThese') },
    ...choices.map(({ violation, citation }) => ({ value: violation, label: `${violation} (${citation})` })),
  ]
  return (
    <form method="post" noValidate className="grid gap-4">
      <h2 className="font-semibold">{t('correct')}</h2>
      <p>{t('lead')}</p>
      <RadioGroup
        {...field(form, 'violation', excluded?.violation ?? 'none')}
        label={t('applies')}
        options={options}
        required
      />
      <TextareaField {...field(form, 'reason')} label={t('reason')} maxLength={2_000} required />
      <div>
        <BusySubmit label={t('save')} busyLabel={t('saving')} />
      </div>
    </form>
  )
}

function History({ events }: Pick<PageData, 'events'>) {
  const t = useTexts(affirmationTexts)
  const showDate = useShowDate()
  return (
    <section aria-label={t('history')} className="mt-8 max-w-4xl">
      <h2 className="mb-3 text-lg font-semibold">{t('history')}</h2>
      <Table label={t('history')} stacked>
        <thead>
          <tr>
            <TableHead>{t('on')}</TableHead>
            <TableHead>{t('by')}</TableHead>
            <TableHead>{t('statement')}</TableHead>
            <TableHead>{t('source')}</TableHead>
            <TableHead>{t('why')}</TableHead>
          </tr>
        </thead>
        <tbody>
          {events.map(({ at, what, violation, citations, reason, by }) => (
            <tr key={at}>
              <TableCell label={t('on')}>{showDate(at)}</TableCell>
              <TableCell label={t('by')}>{what === 'corrected' ? by || '—' : t('student')}</TableCell>
              <TableCell label={t('statement')}>{violation ?? t('affirmedText')}</TableCell>
              <TableCell label={t('source')}>{citations.join(', ') || '—'}</TableCell>
              <TableCell label={t('why')} className="wrap-anywhere">
                {reason || '—'}
              </TableCell>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}
