import { type ReactNode, useId } from 'react'
import { cn } from './cn.ts'
import { FieldDescription, FieldError } from './field.tsx'
import type { Option } from './native-select.tsx'

type RadioOption = Omit<Option, 'label'> & { label: ReactNode; hint?: ReactNode }
type RadioGroupProps = {
  label: ReactNode
  name: string
  options: readonly RadioOption[]
  hint?: ReactNode
  error?: string | undefined
  required?: boolean
  defaultValue?: string | number | undefined
  value?: string | number
  onChange?: (value: string) => void
  /** The first choice is focused. */
  autoFocus?: boolean
  /** Boxes around the choices; for a few important choices (a plan, an answer). */
  boxed?: boolean
  className?: string
}

/** A group of exclusive choices. */
export function RadioGroup({ label, hint, error, options, boxed, className, autoFocus, ...rest }: RadioGroupProps) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset className={cn('grid gap-1', className)} aria-describedby={describedBy || undefined}>
      <legend className="mb-1 text-[1rem] font-semibold">{label}</legend>
      {hint && <FieldDescription id={`${id}-hint`}>{hint}</FieldDescription>}
      {options.map((option, index) => (
        <Radio
          key={option.value}
          option={option}
          boxed={boxed ?? false}
          autoFocus={autoFocus === true && index === 0}
          {...rest}
        />
      ))}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}

type RadioProps = Pick<RadioGroupProps, 'name' | 'required' | 'defaultValue' | 'value' | 'onChange'> & {
  option: RadioOption
  boxed: boolean
  autoFocus: boolean
}

function Radio({ option, boxed, autoFocus, name, required, defaultValue, value, onChange }: RadioProps) {
  const text = String(option.value)
  const selectedValue =
    value === undefined
      ? { defaultChecked: defaultValue !== undefined && String(defaultValue) === text }
      : { checked: String(value) === text, onChange: () => onChange?.(text) }
  const boxClasses =
    'rounded-md border border-input bg-card px-3 has-checked:border-primary has-checked:bg-accent has-checked:outline has-checked:outline-primary'
  return (
    <label className={cn('flex min-h-11 items-start gap-3 py-2 md:min-h-9 md:py-1.5', boxed && boxClasses)}>
      <input
        type="radio"
        name={name}
        value={text}
        required={required}
        disabled={option.disabled}
        // biome-ignore lint/a11y/noAutofocus: only in a returned form whose first wrong field is this one
        autoFocus={autoFocus}
        className="mt-0.5 size-5 shrink-0"
        {...selectedValue}
      />
      <span className="leading-6">
        {option.label}
        {option.hint && <span className="block text-sm text-muted-foreground">{option.hint}</span>}
      </span>
    </label>
  )
}
