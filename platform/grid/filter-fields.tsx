import type { ReactNode } from 'react'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { SelectField } from '#platform/ui/field.tsx'
import { Input } from '#platform/ui/input.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { fieldDay } from '#platform/ui/masks.ts'
import { NativeSelect } from '#platform/ui/native-select.tsx'
import type { FilterMeta } from './cell.shared.ts'
import { gridWords } from './grid.texts.ts'

type FieldProps = { filter: FilterMeta; name: string; texts: readonly string[] }

/** The fields of one filter, depending on its kind. */
export function FilterField({ filter, name, texts }: FieldProps) {
  const t = useTexts(gridWords)
  const { kind, label, choices } = filter
  if (kind === 'text') return <TextFilter filter={filter} name={name} texts={texts} />
  if (kind === 'date' || kind === 'instant') return <DayFilter filter={filter} name={name} texts={texts} />
  if (kind === 'flag') {
    const options = [
      { value: 'exact:1', label: t('yes') },
      { value: 'exact:0', label: t('no') },
    ]
    return (
      <SelectField name={name} label={label} options={options} placeholder={t('any')} defaultValue={texts[0] ?? ''} />
    )
  }
  if (kind !== 'status') return <NumberFilter filter={filter} name={name} texts={texts} />
  return (
    <fieldset>
      <legend className="font-semibold">{label}</legend>
      <div className="max-h-60 overflow-y-auto">
        {choices.map(({ id, word }) => (
          <Checkbox
            key={id}
            name={name}
            value={`exact:${id}`}
            label={word}
            defaultChecked={texts.includes(`exact:${id}`) || texts.includes(String(id))}
          />
        ))}
      </div>
    </fieldset>
  )
}

type Option = { value: string; label: string }

/** A filter with a select for the operator and its operands below. */
function Compared({ filter, name, op, options, children }: ComparedProps) {
  const t = useTexts(gridWords)
  return (
    <fieldset className="group/filter grid grid-cols-[9.5rem_minmax(0,1fr)] items-start gap-2">
      <legend className="mb-1 font-semibold">{filter.label}</legend>
      <NativeSelect
        name={`${name}.op`}
        aria-label={t('how', { filter: filter.label })}
        options={options}
        defaultValue={op}
      />
      {children}
    </fieldset>
  )
}
type ComparedProps = { filter: FilterMeta; name: string; op: string; options: readonly Option[]; children: ReactNode }

function TextFilter({ filter, name, texts }: FieldProps) {
  const t = useTexts(gridWords)
  const [, op = 'contains', text = ''] = /^(?:(contains|start|exact):)?(.*)$/s.exec(texts[0] ?? '') ?? []
  const options = [
    { value: 'contains', label: t('opContains') },
    { value: 'start', label: t('opStart') },
    { value: 'exact', label: t('opExact') },
  ]
  return (
    <Compared filter={filter} name={name} op={op} options={options}>
      <Input name={name} aria-label={filter.label} defaultValue={text} autoComplete="off" />
    </Compared>
  )
}

const operandOf = (texts: readonly string[], ...operators: string[]): string =>
  operators.flatMap((operator) => texts.filter((text) => text.startsWith(`${operator}:`)))[0]?.replace(/^\w+:/, '') ??
  ''

/** CSS shows only the fields of the chosen operator, so no script is needed. */
function DayFilter({ filter, name, texts }: FieldProps) {
  const t = useTexts(gridWords)
  const op = ['last', 'before', 'after', 'exact'].find((operator) => operandOf(texts, operator)) ?? 'between'
  const options = [
    { value: 'between', label: t('opBetween') },
    { value: 'exact', label: t('opOn') },
    { value: 'before', label: t('opBefore') },
    { value: 'after', label: t('opAfter') },
    { value: 'last', label: t('opLast') },
  ]
  const from = fieldDay(operandOf(texts, 'gte', 'before', 'after', 'exact'))
  return (
    <Compared filter={filter} name={name} op={op} options={options}>
      <div className="grid gap-2">
        <div className="group-has-[option[value=last]:checked]/filter:hidden">
          <Input type="date" name={`${name}.from`} aria-label={`${filter.label}: ${t('day')}`} defaultValue={from} />
        </div>
        <div className="hidden group-has-[option[value=between]:checked]/filter:block">
          <Input
            type="date"
            name={`${name}.to`}
            aria-label={`${filter.label}: ${t('to')}`}
            defaultValue={fieldDay(operandOf(texts, 'lte'))}
          />
        </div>
        <div className="hidden group-has-[option[value=last]:checked]/filter:block">
          <Input
            type="number"
            min={1}
            max={3650}
            name={`${name}.days`}
            aria-label={`${filter.label}: ${t('days')}`}
            defaultValue={operandOf(texts, 'last') || '7'}
          />
        </div>
      </div>
    </Compared>
  )
}

function boundsOperator(hasLeast: boolean, hasMost: boolean): string {
  if (hasLeast && hasMost) return 'between'
  if (hasMost) return 'lte'
  return hasLeast ? 'gte' : 'exact'
}

/** CSS shows the second number only for a range. */
function NumberFilter({ filter, name, texts }: FieldProps) {
  const t = useTexts(gridWords)
  const [least, most] = [operandOf(texts, 'gte'), operandOf(texts, 'lte')]
  const exact = operandOf(texts, 'exact') || texts.find((text) => /^-?[\d$]/.test(text)) || ''
  const op = boundsOperator(Boolean(least), Boolean(most))
  const options = [
    { value: 'exact', label: t('opExact') },
    { value: 'gte', label: t('opLeast') },
    { value: 'lte', label: t('opMost') },
    { value: 'between', label: t('opBetween') },
  ]
  return (
    <Compared filter={filter} name={name} op={op} options={options}>
      <div className="grid gap-2">
        <Input
          name={`${name}.from`}
          aria-label={`${filter.label}: ${t('number')}`}
          defaultValue={exact || least || most}
          inputMode="decimal"
          autoComplete="off"
        />
        <div className="hidden group-has-[option[value=between]:checked]/filter:block">
          <Input
            name={`${name}.to`}
            aria-label={`${filter.label}: ${t('to')}`}
            defaultValue={least && most}
            inputMode="decimal"
            autoComplete="off"
          />
        </div>
      </div>
    </Compared>
  )
}
