import { type Period, periods } from '#modules/backoffice/reports/period.shared.ts'
import ReportChoice from '#modules/backoffice/reports/report-choice.island.tsx'
import { reportTexts } from '#modules/backoffice/reports/reports.texts.ts'
import { lk_payment_type } from '#modules/checkout/lookups.shared.ts'
import { lk_user_role } from '#modules/identity/lookups.shared.ts'
import { options } from '#platform/lookups.ts'
import { SelectField, TextField } from '#platform/ui/field.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { fieldDay } from '#platform/ui/masks.ts'
import { type FormState, field } from '#platform/web/form.ts'

export type OfferedReport = {
  report: string
  label: string
  lead: string
  filters: string[]
  required: string | null
  random_id_label: string | null
}

/** The names of the fields in the operation's input. */
const filterFieldNames = [
  'course_id',
  'website_id',
  'organization_id',
  'role_id',
  'random_id',
  'promo_code',
  'payment_type',
  'period',
  'startDate',
  'endDate',
] as const

/** The report filters among the values of a query or form. */
export const filtersOf = (values: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(filterFieldNames.flatMap((name) => (values[name] ? [[name, values[name]]] : [])))

/** The fields of the report's form; `form` holds the input. */
export function ReportFilters({ report, form }: { report: OfferedReport; form: FormState }) {
  const t = useTexts(reportTexts)
  const locale = useLocale()
  const hasFilter = (name: string) => report.filters.includes(name)
  const required = report.required === 'random_id'
  const idFilters = ['course_id', 'website_id', 'organization_id'] as const
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {hasFilter('random_id') && (
        <TextField
          {...field(form, 'random_id')}
          label={report.random_id_label ?? t('random_id')}
          hint={required ? undefined : t('randomIdHint')}
          required={required}
          maxLength={100}
        />
      )}
      {idFilters.filter(hasFilter).map((name) => (
        <ReportChoice
          key={name}
          name={name}
          value={form.values[name] ?? ''}
          label={t(name)}
          hint={t('nameOrNumber')}
          error={form.errors[name] ?? null}
        />
      ))}
      {hasFilter('role_id') && (
        <SelectField
          {...field(form, 'role_id')}
          label={t('role_id')}
          options={options(lk_user_role, locale)}
          placeholder={t('any')}
        />
      )}
      {hasFilter('promo_code') && <TextField {...field(form, 'promo_code')} label={t('promo_code')} maxLength={100} />}
      {hasFilter('payment_type') && (
        <SelectField
          {...field(form, 'payment_type')}
          label={t('payment_type')}
          options={options(lk_payment_type, locale)}
          placeholder={t('any')}
        />
      )}
      <SelectField
        {...field(form, 'period')}
        label={t('period')}
        options={periods.map((period: Period) => ({ value: period, label: t(`period.${period}`) }))}
        placeholder={t('ownDates')}
      />
      {(['startDate', 'endDate'] as const).map((name) => (
        <TextField
          key={name}
          {...field(form, name)}
          defaultValue={fieldDay(form.values[name] ?? '')}
          label={t(name)}
          type="date"
        />
      ))}
    </div>
  )
}
