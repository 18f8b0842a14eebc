import { isDirectAgency } from '#modules/learning/entry.ts'
import { agencyPageTexts } from '#modules/learning/reporting/accounts/agency-pages.texts.ts'
import CopyValue from '#modules/learning/reporting/accounts/copy-value.island.tsx'
import { checkOffCompletion, fetchWorksheet } from '#modules/learning/reporting/accounts/worksheet.ts'
import { lastMoment } from '#modules/learning/reporting/last-moment.shared.ts'
import { pathTo } from '#platform/path-to.ts'
import { localText } from '#platform/texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { Badge } from '#platform/ui/badge.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Card, Panel } from '#platform/ui/card.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { TextareaField, TextField } from '#platform/ui/field.tsx'
import { useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { field } from '#platform/web/form.ts'
import { withCarriedParams } from '#platform/web/frame.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { notFound, type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'

type PageData = Awaited<ReturnType<typeof fetchWorksheet.run>> & { agency: string }

/** The completions that staff enter in an agency's portal: the values of one to copy, and its check-off. */
export default page({
  address: '/manage/agencies/:agency{[a-z-]+}/worksheet',
  title: ({ agency_name }: PageData, locale) =>
    `${localText(locale, agencyPageTexts, 'worksheetTitle')}: ${agency_name}`,
  may: fetchWorksheet.may,
  layout: BackOfficeLayout,
  async load({ ctx, params: { agency = '' }, query: { report } }): Promise<PageData | PageRedirect> {
    if (!isDirectAgency(agency)) return notFound()
    const completion_report_id = Number(report)
    const isOpen = Number.isInteger(completion_report_id) && completion_report_id > 0
    return { ...(await fetchWorksheet.run(ctx, { agency, ...(isOpen && { completion_report_id }) })), agency }
  },
  async submit({ ctx, params: { agency = '' }, form: { values } }) {
    const { completion_report_id = '', receipt = '', refusal = '' } = values
    const completion = { agency, completion_report_id: Number(completion_report_id), receipt, refusal }
    const { message = '' } = await checkOffCompletion.run(ctx, completion)
    return redirect(pathTo('/manage/agencies/:agency/worksheet', { agency }), {
      flash: { kind: 'success', text: message },
    })
  },
  view: (data, input) => <Worksheet {...data} input={input} />,
})

function Worksheet({
  agency,
  agency_name,
  portal,
  number_required,
  hint,
  waiting,
  record,
  input: { form, frame },
}: PageData & { input: ViewInput }) {
  const t = useTexts(agencyPageTexts)
  const showDate = useShowDate()
  return (
    <>
      <p className="mb-1 text-sm">
        <TextLink href={withCarriedParams(frame, pathTo('/manage/agencies'))} alone>
          ‹ {t('back')}
        </TextLink>
      </p>
      <PageTitle lead={t('worksheetLead')}>
        {t('worksheetTitle')}: {agency_name}
      </PageTitle>
      <FormAlert message={form.message} />
      {portal && (
        <p className="mb-4">
          <a href={portal} target="_blank" rel="noreferrer" className="font-semibold underline underline-offset-3">
            {t('portal')}
          </a>
        </p>
      )}
      {hint && <p className="mb-4 max-w-reading">{hint}</p>}
      {waiting.length === 0 && <Empty title={t('nothing')}>{t('nothingLead')}</Empty>}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {waiting.length > 0 && (
          <Card>
            <ul className="divide-y">
              {waiting.map(({ completion_report_id, student, course, due_at, late }) => (
                <li key={completion_report_id} className="py-3">
                  <TextLink
                    href={withCarriedParams(
                      frame,
                      pathTo(
                        '/manage/agencies/:agency/worksheet',
                        { agency },
                        { query: { report: String(completion_report_id) } },
                      ),
                    )}
                  >
                    {student}
                  </TextLink>
                  <p className="text-sm text-muted-foreground">
                    {course} · {t('due', { day: showDate(lastMoment(due_at)) })}{' '}
                    {late && <Badge tone="red">{t('late')}</Badge>}
                  </p>
                </li>
              ))}
            </ul>
          </Card>
        )}
        {record && <RecordValues record={record} form={form} number={number_required} />}
      </div>
    </>
  )
}

type RecordProps = { record: NonNullable<PageData['record']>; form: ViewInput['form']; number: boolean }

function RecordValues({ record, form, number }: RecordProps) {
  const t = useTexts(agencyPageTexts)
  const { completion_report_id, values } = record
  return (
    <Panel
      title={values
        .slice(0, 3)
        .flatMap(({ value }) => (value ? [value] : []))
        .join(' ')}
    >
      <dl className="mb-6 divide-y">
        {values.map(({ label, value }) => (
          <div key={label} className="flex flex-wrap items-center gap-x-4 py-2">
            <dt className="w-full text-sm text-muted-foreground sm:w-48">{label}</dt>
            <dd className="min-w-0 flex-1 font-semibold break-words">{value || '–'}</dd>
            {value && <CopyValue value={value} label={label} />}
          </div>
        ))}
      </dl>
      <form method="post" className="grid gap-3">
        <input type="hidden" name="completion_report_id" value={completion_report_id} />
        <TextField
          {...field(form, 'receipt')}
          label={t(number ? 'assignedNumber' : 'confirmation')}
          maxLength={100}
          autoComplete="off"
          {...(number ? { required: true } : { optional: true })}
        />
        <div>
          <BusySubmit label={t('checkOff')} busyLabel={t('saving')} />
        </div>
      </form>
      <form method="post" className="mt-6 grid gap-3 border-t pt-4">
        <input type="hidden" name="completion_report_id" value={completion_report_id} />
        <TextareaField {...field(form, 'refusal')} label={t('refusal')} maxLength={500} required />
        <div>
          <BusySubmit label={t('recordRefusal')} busyLabel={t('saving')} variant="outline" />
        </div>
      </form>
    </Panel>
  )
}
