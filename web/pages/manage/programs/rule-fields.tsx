import { programTexts } from '#modules/catalogue/programs/programs.texts.ts'
import { receivers } from '#modules/catalogue/programs/receivers.shared.ts'
import { dutyStarts, lapseUnits, type ReportDuty, type RuleKind } from '#modules/catalogue/programs/rules.shared.ts'
import { localize } from '#platform/texts.ts'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { SelectField, TextareaField, TextField } from '#platform/ui/field.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import type { FormState } from '#platform/web/form.ts'

type Part = Readonly<Record<string, unknown>>
type Props<K extends RuleKind['kind']> = {
  kind: Extract<RuleKind, { kind: K }>
  value: unknown
  form: FormState
  label: string
}

/** The fields of a rule's value, by its kind; `ruleValueOf` reads them. */
export function RuleFields({ kind, ...rest }: Omit<Props<RuleKind['kind']>, 'kind'> & { kind: RuleKind }) {
  const Fields = fieldsOf[kind.kind] as (props: typeof rest & { kind: RuleKind }) => React.ReactNode
  return <Fields kind={kind} {...rest} />
}

/** Whether the form is shown again after an error, with its input. */
const isSent = (form: FormState) => 'reason' in form.values

const partsOf = (value: unknown): Part => (typeof value === 'object' && value !== null ? (value as Part) : {})
const textOf = (value: unknown) => (value === null || value === undefined ? '' : String(value))

/** A whole number, or the input before an error. */
function NumberField({ name, label, value, form }: { name: string; label: string; value: unknown; form: FormState }) {
  return (
    <TextField
      name={name}
      label={label}
      inputMode="numeric"
      maxLength={9}
      defaultValue={form.values[name] ?? textOf(value)}
      {...(form.errors[name] && { error: form.errors[name] })}
    />
  )
}

const fieldsOf: { [K in RuleKind['kind']]: (props: Props<K>) => React.ReactNode } = {
  number: ({ value, form, label }) => <NumberField name="value" label={label} value={value} form={form} />,
  range: RangeFields,
  age: AgeFields,
  set: SetFields,
  one: OneField,
  flag: ({ value, form, label }) => (
    <Checkbox
      name="value"
      value="1"
      label={label}
      defaultChecked={isSent(form) ? 'value' in form.values : value === true}
    />
  ),
  lapse: LapseFields,
  lockout: LockoutFields,
  duties: DutyFields,
  statement: StatementFields,
}

function StatementFields({ value, form }: Props<'statement'>) {
  const t = useTexts(programTexts)
  const { text, kinds } = partsOf(value)
  const listText = Array.isArray(kinds) ? kinds.join('\n') : ''
  return (
    <>
      <TextareaField
        name="text"
        label={t('statementText')}
        maxLength={2000}
        defaultValue={form.values.text ?? textOf(text)}
      />
      <TextareaField
        name="kinds"
        label={t('statementKinds')}
        maxLength={10_000}
        defaultValue={form.values.kinds ?? listText}
        optional
      />
    </>
  )
}

function RangeFields({ value, form }: Props<'range'>) {
  const t = useTexts(programTexts)
  const { min, max } = partsOf(value)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <NumberField name="min" label={t('atLeast')} value={min} form={form} />
      <NumberField name="max" label={t('atMost')} value={max} form={form} />
    </div>
  )
}

function AgeFields({ value, form }: Props<'age'>) {
  const t = useTexts(programTexts)
  const { min, under } = partsOf(value)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <NumberField name="min" label={t('ageMin')} value={min} form={form} />
      <NumberField name="under" label={t('ageUnder')} value={under} form={form} />
    </div>
  )
}

function SetFields({ kind: { of: choices }, value, form, label }: Props<'set'>) {
  const locale = useLocale()
  const chosenValues: readonly unknown[] = Array.isArray(value) ? value : []
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{label}</legend>
      {Object.entries(choices).map(([name, text]) => (
        <Checkbox
          key={name}
          name={`value.${name}`}
          value="1"
          label={localize(locale, text)}
          defaultChecked={isSent(form) ? `value.${name}` in form.values : chosenValues.includes(name)}
        />
      ))}
    </fieldset>
  )
}

function OneField({ kind: { of: choices }, value, form, label }: Props<'one'>) {
  const locale = useLocale()
  return (
    <SelectField
      name="value"
      label={label}
      defaultValue={form.values.value ?? textOf(value)}
      options={[
        { value: '', label: '—' },
        ...Object.entries(choices).map(([name, text]) => ({ value: name, label: localize(locale, text) })),
      ]}
    />
  )
}

function UnitField({ name, value, form }: { name: string; value: unknown; form: FormState }) {
  const t = useTexts(programTexts)
  return (
    <SelectField
      name={name}
      label={t('unit')}
      defaultValue={form.values[name] ?? (textOf(value) || 'days')}
      options={lapseUnits.map((unit) => ({ value: unit, label: t(unit) }))}
    />
  )
}

function LapseFields({ value, form }: Props<'lapse'>) {
  const t = useTexts(programTexts)
  const { amount, unit } = partsOf(value)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <NumberField name="amount" label={t('amount')} value={amount} form={form} />
      <UnitField name="unit" value={unit} form={form} />
    </div>
  )
}

function LockoutFields({ value, form }: Props<'lockout'>) {
  const t = useTexts(programTexts)
  const { wrong_percent_over, after_asked } = partsOf(value)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <NumberField name="wrong_percent_over" label={t('wrongPercent')} value={wrong_percent_over} form={form} />
      <NumberField name="after_asked" label={t('afterAsked')} value={after_asked} form={form} />
    </div>
  )
}

function DutyFields({ value, form, label }: Props<'duties'>) {
  const t = useTexts(programTexts)
  const locale = useLocale()
  const duties = Array.isArray(value) ? (value as ReportDuty[]) : []
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1 font-semibold">{label}</legend>
      {Object.entries(receivers).map(([agency, name]) => {
        const duty = duties.find((duty) => duty.agency === agency)
        return (
          <div key={agency} className="grid gap-4 sm:grid-cols-3">
            <NumberField
              name={`${agency}.amount`}
              label={t('agencyDue', { agency: localize(locale, name) })}
              value={duty?.within.amount}
              form={form}
            />
            <UnitField name={`${agency}.unit`} value={duty?.within.unit} form={form} />
            <SelectField
              name={`${agency}.after`}
              label={t('counted')}
              defaultValue={form.values[`${agency}.after`] ?? duty?.after ?? 'completion'}
              options={Object.entries(dutyStarts).map(([start, text]) => ({
                value: start,
                label: localize(locale, text),
              }))}
            />
          </div>
        )
      })}
    </fieldset>
  )
}
