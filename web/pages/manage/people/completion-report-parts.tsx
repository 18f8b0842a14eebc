import type { ReportedDuty } from '#modules/learning/entry.ts'
import { maxLicense } from '#modules/learning/questions/license-pattern.shared.ts'
import { TrackerSteps } from '#modules/learning/reporting/completion-tracker.shared.tsx'
import type { ReportView } from '#modules/learning/reporting/fetch-completion-answers.ts'
import { lastMoment } from '#modules/learning/reporting/last-moment.shared.ts'
import { reportingTexts } from '#modules/learning/reporting/reporting.texts.ts'
import { options } from '#platform/lookups.ts'
import { lk_state } from '#platform/states.ts'
import { Badge } from '#platform/ui/badge.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Card, Panel } from '#platform/ui/card.tsx'
import { SelectField, TextareaField, TextField } from '#platform/ui/field.tsx'
import { useLocale, useShowDate, useShowInstant, useTexts } from '#platform/ui/locale.tsx'
import { Facts } from '#platform/ui/parts.tsx'
import { toneOf } from '#platform/ui/status-tones.ts'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { field } from '#platform/web/form.ts'
import type { ViewInput } from '#platform/web/page.ts'

/** The states in which the agency may still refuse a report. */
const refusable: readonly ReportedDuty['state'][] = ['accepted', 'sent', 'watched']

type DutyProps = { duty: ReportedDuty; block: string; unnumbered: boolean; corrects: boolean; form: ViewInput['form'] }

type FormProps = Pick<DutyProps, 'duty' | 'form'>

/** The report to one receiver. */
export function DutyCard({ duty, block, unnumbered, corrects, form }: DutyProps) {
  const t = useTexts(reportingTexts)
  const showDate = useShowDate()
  const { state, label, agency_name, due_at, accepted_at, receipt, certificate_number, code } = duty
  const isLate = state !== 'accepted' && state !== 'sent' && Date.parse(due_at) < Date.now()
  const facts: [string, string | null][] = [
    [t('acceptedOn'), accepted_at && showDate(accepted_at)],
    [t('receipt'), receipt],
    [t('certificateNumber'), certificate_number],
    [t('code'), code],
    [t('words'), duty.agency_message],
    [t('mending'), duty.mend?.text ?? null],
  ]
  return (
    <Card className="grid max-w-2xl gap-6">
      <p className="font-semibold">{block}</p>
      <Facts
        facts={[
          [t('agency'), agency_name],
          [
            t('state'),
            <Badge key="state" tone={toneOf(state, 'completion')}>
              {label}
            </Badge>,
          ],
          [t('due'), isLate ? `${showDate(lastMoment(due_at))} · ${t('late')}` : showDate(lastMoment(due_at))],
          ...facts.filter(([, value]) => value),
        ]}
      />
      <TrackerSteps steps={duty.steps} />
      {corrects && duty.unanswered && <Unanswered duty={duty} form={form} />}
      {corrects && unnumbered && <AskedNumber duty={duty} form={form} />}
      {corrects && state === 'rejected' && <Correction form={form} />}
      {corrects && state === 'accepted' && <Posted duty={duty} form={form} />}
      {corrects && refusable.includes(state) && <LaterRefusal duty={duty} form={form} />}
    </Card>
  )
}

function Correction({ form }: Pick<DutyProps, 'form'>) {
  const t = useTexts(reportingTexts)
  const locale = useLocale()
  return (
    <form method="post" className="grid gap-4">
      <TextField
        {...field(form, 'driver_license')}
        label={t('license')}
        hint={t('licenseHint')}
        autoComplete="off"
        maxLength={maxLicense}
        optional
      />
      <SelectField
        {...field(form, 'lk_license_state_id')}
        label={t('licenseState')}
        hint={t('licenseStateHint')}
        options={options(lk_state, locale)}
        placeholder
        optional
      />
      {form.answer.code === 'LICENSE_UNUSUAL' && form.values.driver_license && (
        <input type="hidden" name="confirmed_license" value={form.values.driver_license} />
      )}
      <BusySubmit label={t('again')} busyLabel={t('sending')} />
    </form>
  )
}

/** Records that the agency refused a report after accepting it, or after it was passed on. */
function LaterRefusal({ duty, form }: FormProps) {
  const t = useTexts(reportingTexts)
  return (
    <details open={Boolean(form.message)}>
      <summary className="cursor-pointer font-semibold">{t('laterRefused')}</summary>
      <form method="post" className="mt-4 grid gap-4">
        <p className="text-muted-foreground">{t('laterRefusedHint')}</p>
        <input type="hidden" name="completion_report_id" value={duty.completion_report_id} />
        <TextField {...field(form, 'code')} label={t('code')} autoComplete="off" maxLength={20} optional />
        <TextareaField {...field(form, 'message')} label={t('words')} maxLength={500} required />
        <div>
          <BusySubmit label={t('enterRefusal')} busyLabel={t('sending')} />
        </div>
      </form>
    </details>
  )
}

/** The agency may have the completion, so staff check its portal before it is sent again. */
function Unanswered({ duty, form }: FormProps) {
  const t = useTexts(reportingTexts)
  return (
    <form method="post" className="grid gap-4">
      <h3 className="font-semibold">{t('unanswered')}</h3>
      <p>{t('unansweredHint')}</p>
      <input type="hidden" name="completion_report_id" value={duty.completion_report_id} />
      <TextField {...field(form, 'found')} label={t('unansweredNumber')} autoComplete="off" maxLength={100} optional />
      <div>
        <BusySubmit label={t('unansweredSave')} busyLabel={t('sending')} />
      </div>
    </form>
  )
}

/** The agency accepted the completion without the number of its certificate. */
function AskedNumber({ duty, form }: FormProps) {
  const t = useTexts(reportingTexts)
  return (
    <form method="post" className="grid gap-4">
      <h3 className="font-semibold">{t('numberAsked')}</h3>
      <p>{t('numberAskedHint')}</p>
      <input type="hidden" name="completion_report_id" value={duty.completion_report_id} />
      <TextField
        {...field(form, 'certificate_number')}
        label={t('certificateNumber')}
        autoComplete="off"
        maxLength={100}
        required
      />
      <div>
        <BusySubmit label={t('numberSave')} busyLabel={t('sending')} />
      </div>
    </form>
  )
}

/** Records the day on which the agency posted the completion. */
function Posted({ duty, form }: FormProps) {
  const t = useTexts(reportingTexts)
  return (
    <details open={Boolean(form.errors.posted_on)}>
      <summary className="cursor-pointer font-semibold">{t('posted')}</summary>
      <form method="post" className="mt-4 grid gap-4">
        <p className="text-muted-foreground">{t('postedHint')}</p>
        <input type="hidden" name="completion_report_id" value={duty.completion_report_id} />
        <TextField {...field(form, 'posted_on')} label={t('postedOn')} type="date" required />
        <div>
          <BusySubmit label={t('savePosted')} busyLabel={t('sending')} />
        </div>
      </form>
    </details>
  )
}

/** Every report of the completion with the agency's responses, newest first. */
export function ReportHistory({ reports }: { reports: readonly ReportView[] }) {
  const t = useTexts(reportingTexts)
  const show = useShowInstant()
  return (
    <section aria-label={t('history')} className="mt-8 grid max-w-5xl gap-6">
      <h2 className="text-lg font-semibold">{t('history')}</h2>
      {reports.map(
        ({ completion_report_id, agency_name, number, created_at, driver_license, license_state, answers }) => (
          <Panel
            key={completion_report_id}
            title={`${agency_name}: ${t('reportOf', { n: number, date: show(created_at) })}`}
          >
            {driver_license && <p className="mb-3">{t('correctedLicense', { license: driver_license })}</p>}
            {license_state && <p className="mb-3">{t('correctedLicenseState', { state: license_state })}</p>}
            {answers.length === 0 ? (
              <p className="text-muted-foreground">{t('noAnswers')}</p>
            ) : (
              <Answers answers={answers} reportNumber={number} />
            )}
          </Panel>
        ),
      )}
    </section>
  )
}

function Answers({ answers, reportNumber }: { answers: ReportView['answers']; reportNumber: number }) {
  const t = useTexts(reportingTexts)
  const show = useShowInstant()
  const columns = ['when', 'attempt', 'outcome', 'code', 'receipt', 'wordForWord'] as const
  return (
    <Table label={`${t('history')} ${reportNumber}`} stacked>
      <thead>
        <tr>
          {columns.map((name) => (
            <TableHead key={name}>{t(name)}</TableHead>
          ))}
        </tr>
      </thead>
      <tbody>
        {answers.map(({ at, attempt, outcome, code, receipt, body }) => (
          <tr key={`${attempt} ${at}`}>
            <TableCell label={t('when')}>{show(at)}</TableCell>
            <TableCell label={t('attempt')}>{attempt}</TableCell>
            <TableCell label={t('outcome')}>{t(`answer_${outcome}`)}</TableCell>
            <TableCell label={t('code')}>{code ?? '—'}</TableCell>
            <TableCell label={t('receipt')}>{receipt ?? '—'}</TableCell>
            <TableCell
              label={t('wordForWord')}
              className="max-w-md font-mono text-xs wrap-anywhere whitespace-pre-wrap"
            >
              {body || '—'}
            </TableCell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
