import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'
import { texts } from '../texts.ts'
import { cn } from './cn.ts'
import { useTexts } from './locale.tsx'

const words = texts({ optional: ['optional', 'opcional'], choose: ['Choose…', 'Elija…'] })

export type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  required?: boolean | undefined
  /** Says '(optional)' after the label; for forms where most fields are required. */
  optional?: boolean
  className?: string | undefined
}

/** The attributes that tie a control to its label, hint and error. */
export type ControlProps = {
  id: string
  required: boolean | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** A control with label, hint and error: `<Field label=…>{(control) => <input {...control} />}</Field>`. */
export function Field({
  label,
  hint,
  error,
  required,
  optional,
  className,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId()
  const t = useTexts(words)
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={cn('grid content-start gap-1', className)}>
      <label htmlFor={id} className="text-[1rem] leading-6 font-semibold">
        {label}
        {optional && <span className="font-normal text-muted-foreground"> ({t('optional')})</span>}
      </label>
      {children({
        id,
        required,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted-foreground">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

export const errorLook = 'flex gap-1.5 text-sm font-semibold text-red-ink'

/** What is wrong with a field; a mark goes with the colour. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className={errorLook}>
      <span aria-hidden="true">!</span>
      {children}
    </p>
  )
}

export const controlLook =
  'w-full min-h-11 rounded-md border border-input bg-card px-3 py-1.5 text-[1rem] text-foreground ' +
  'md:min-h-10 aria-invalid:border-2 aria-invalid:border-destructive disabled:bg-muted disabled:text-muted-foreground [&[readonly]]:bg-muted'

/** A bare input in the look of the kit; inside `Field`, or with an aria-label. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={cn(controlLook, className)} />
}

type Own<T extends 'input' | 'textarea' | 'select'> = Omit<ComponentProps<T>, keyof FieldProps | 'id'> & FieldProps

function split<P extends FieldProps>({ label, hint, error, required, optional, className, ...control }: P) {
  return { shell: { label, hint, error, required, optional, className } as FieldProps, control }
}

/** One line of text. Spread `field(form, name)` of platform/web/form.ts into it. */
export function TextField(props: Own<'input'>) {
  const { shell, control } = split(props)
  return <Field {...shell}>{(tied) => <Input type="text" {...control} {...tied} />}</Field>
}

export function TextAreaField(props: Own<'textarea'>) {
  const { shell, control } = split(props)
  return (
    <Field {...shell}>
      {(tied) => <textarea rows={4} {...control} {...tied} className={cn(controlLook, 'py-2')} />}
    </Field>
  )
}

export type Option = { value: string | number; label: string; disabled?: boolean }

/** A native list of choices; `placeholder` adds an empty first choice. */
export function SelectField({
  options,
  placeholder,
  ...props
}: Own<'select'> & { options: readonly Option[]; placeholder?: string | true }) {
  const { shell, control } = split(props)
  const t = useTexts(words)
  return (
    <Field {...shell}>
      {(tied) => (
        <select {...control} {...tied} className={cn(controlLook, 'pr-8')}>
          {placeholder && <option value="">{placeholder === true ? t('choose') : placeholder}</option>}
          {options.map(({ value, label, disabled }) => (
            <option key={value} value={value} disabled={disabled}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
