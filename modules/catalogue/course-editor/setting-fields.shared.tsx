import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { localize } from '#platform/texts.ts'
import { Panel } from '#platform/ui/card.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { SelectField, TextareaField, TextField } from '#platform/ui/field.tsx'
import { useLocale } from '#platform/ui/locale.tsx'
import {
  type Offered,
  type SettingField,
  type SettingsTab,
  type SettingValues,
  settingGroups,
} from './settings-fields.shared.ts'

// The search field and the library are large, and few tabs have them.
const StaffField = lazy(() => import('./staff-field.tsx'))
const ImageField = lazy(() => import('./image-field.tsx'))

type Props = {
  tab: SettingsTab
  values: SettingValues
  errors: Readonly<Record<string, string>>
  offered: Offered
  /** The organization whose library is used. */
  organization_id: number
  onChange: (changes: SettingValues) => void
}

/** The settings of a tab as fields, in their groups. */
export function SettingFields({ tab, values, errors, offered, organization_id, onChange }: Props) {
  const locale = useLocale()
  const resolveVariant = (field: SettingField): SettingField =>
    field.when && values[field.when.path] === field.when.is ? { ...field, ...field.when.shown } : field
  return settingGroups[tab].map(({ title, fields }) => (
    <Panel key={title[0]} title={localize(locale, title)}>
      <div className="grid grid-cols-2 gap-3">
        {fields.map(resolveVariant).map((field) => (
          // The start and end of a time are side by side.
          <div key={field.path} className={field.kind === 'time' ? 'min-w-0' : 'col-span-2 min-w-0'}>
            <Setting
              field={field}
              value={values[field.path] ?? ''}
              error={errors[field.path]}
              offered={offered}
              organization_id={organization_id}
              onChange={(value, alt) =>
                onChange({
                  [field.path]: value,
                  ...(field.alt && alt !== undefined && { [field.alt]: alt }),
                  ...resetDependents(fields, field.path, value),
                })
              }
            />
          </div>
        ))}
      </div>
    </Panel>
  ))
}

/** Resets the settings that depend on a changed one. */
const resetDependents = (fields: readonly SettingField[], path: string, value: SettingValues[string]): SettingValues =>
  Object.fromEntries(
    fields.flatMap(({ path: other, when, min = 0 }) =>
      when?.path === path ? [[other, value === when.is ? '' : String(min)]] : [],
    ),
  )

type SettingProps = {
  field: SettingField
  value: SettingValues[string]
  error: string | undefined
  offered: Offered
  organization_id: number
  /** The alternative text comes with the image. */
  onChange: (value: SettingValues[string], alt?: string) => void
}

function Setting({ field, value, error, offered, organization_id, onChange }: SettingProps) {
  const locale = useLocale()
  const label = localize(locale, field.label)
  const hint = field.hint && localize(locale, field.hint)
  const options = optionsOf(field, offered, locale)
  const shared = { label, hint, error, name: field.path }
  const text = typeof value === 'string' ? value : ''
  const handleInput = (event: { target: { value: string } }) => onChange(event.target.value)
  switch (field.kind) {
    case 'flag':
      return (
        <Checkbox {...shared} value="1" checked={value === true} onChange={(event) => onChange(event.target.checked)} />
      )
    case 'long':
      return <TextareaField {...shared} value={text} onChange={handleInput} />
    case 'choice':
      return <SelectField {...shared} value={text} onChange={handleInput} options={options} />
    case 'many':
      return (
        <Many
          name={field.path}
          label={label}
          options={options}
          chosen={Array.isArray(value) ? value : []}
          onChange={onChange}
        />
      )
    case 'image':
      return (
        <Scripted name={field.path} label={label} value={text}>
          <ImageField {...shared} value={text} organization_id={organization_id} onChange={onChange} />
        </Scripted>
      )
    case 'staff':
      return (
        <Scripted name={field.path} label={label} value={text}>
          <StaffField
            {...shared}
            chosen={offered.staff.filter((person) => String(person.value) === text)}
            onChange={onChange}
          />
        </Scripted>
      )
    case 'time':
      return <TextField {...shared} className="max-w-60" type="time" value={text} onChange={handleInput} />
    case 'number':
    case 'money':
      return (
        <TextField
          {...shared}
          className="max-w-60"
          type="number"
          // Keyboards of phones for decimals have no minus.
          inputMode={(field.min ?? 0) < 0 ? 'text' : 'decimal'}
          min={field.min}
          max={field.max}
          step={field.kind === 'money' ? '0.01' : '1'}
          value={text}
          onChange={handleInput}
        />
      )
    default:
      return <TextField {...shared} value={text} onChange={handleInput} />
  }
}

type ScriptedProps = { name: string; label: string; value: string; children: ReactNode }

/**
 * A lazy field. The server does not render it; without scripts a plain field takes a person's number or an image
 * address.
 */
function Scripted({ name, label, value, children }: ScriptedProps) {
  const [live, setLive] = useState(false)
  useEffect(() => setLive(true), [])
  if (live) return <Suspense fallback={null}>{children}</Suspense>
  return (
    <noscript>
      <TextField name={name} label={label} defaultValue={value} />
    </noscript>
  )
}

type Option = { value: string | number; label: string }

function optionsOf(
  { choices = [], offered: list, empty }: SettingField,
  offered: Offered,
  locale: Parameters<typeof localize>[0],
): Option[] {
  const options = list ? offered[list] : choices.map(({ value, label }) => ({ value, label: localize(locale, label) }))
  const none = empty && empty !== true ? [{ value: '', label: localize(locale, empty) }] : []
  return [...none, ...options]
}

type ManyProps = {
  name: string
  label: string
  options: readonly Option[]
  chosen: readonly string[]
  onChange: (value: readonly string[]) => void
}

function Many({ name, label, options, chosen, onChange }: ManyProps) {
  return (
    <fieldset>
      <legend className="mb-1 text-[1rem] font-semibold">{label}</legend>
      <div className="grid max-h-80 grid-cols-1 gap-x-4 overflow-y-auto sm:grid-cols-2 lg:grid-cols-3">
        {options.map((option) => (
          <Checkbox
            key={option.value}
            name={name}
            value={option.value}
            label={option.label}
            checked={chosen.includes(String(option.value))}
            onChange={(event) =>
              onChange(
                event.target.checked
                  ? [...chosen, String(option.value)]
                  : chosen.filter((value) => value !== String(option.value)),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
