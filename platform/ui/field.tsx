import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'
import { texts } from '#platform/texts.ts'
import { cn } from './cn.ts'
import { Input } from './input.tsx'
import { useTexts } from './locale.tsx'
import { NativeSelect, type NativeSelectProps } from './native-select.tsx'
import { Textarea } from './textarea.tsx'

const messages = texts({ optional: ['optional', 'opcional'] })

export type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  required?: boolean | undefined
  /** Shows '(optional)' after the label; for forms whose fields are mostly required. */
  optional?: boolean
  className?: string | undefined
}

/** The attributes that connect a control with its label, hint and error. */
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
  labelId,
  children,
}: FieldProps & { labelId?: string; children: (control: ControlProps) => ReactNode }) {
  const id = useId()
  const t = useTexts(messages)
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={cn('grid content-start gap-1', className)}>
      <FieldLabel id={labelId} htmlFor={id}>
        {label}
        {optional && <span className="font-normal text-muted-foreground"> ({t('optional')})</span>}
      </FieldLabel>
      {children({
        id,
        required,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {hint && <FieldDescription id={`${id}-hint`}>{hint}</FieldDescription>}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

type LabelProps = { id?: string | undefined; htmlFor: string; children: ReactNode }

const FieldLabel = ({ id, htmlFor, children }: LabelProps) => (
  <label id={id} htmlFor={htmlFor} className="text-[1rem] leading-6 font-semibold">
    {children}
  </label>
)

/** Help for filling in a field. */
export const FieldDescription = ({ className, ...rest }: ComponentProps<'p'>) => (
  <p {...rest} className={cn('text-sm text-muted-foreground', className)} />
)

export const errorClasses = 'flex gap-1.5 text-sm font-semibold text-red-ink'

/** A field's error, marked by an icon as well as by color. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className={errorClasses}>
      <span aria-hidden="true">!</span>
      {children}
    </p>
  )
}

type LabelledControlProps<T extends 'input' | 'textarea' | 'select'> = Omit<
  ComponentProps<T>,
  keyof FieldProps | 'id'
> &
  FieldProps

function splitProps<P extends FieldProps>({ label, hint, error, required, optional, className, ...control }: P) {
  return { fieldProps: { label, hint, error, required, optional, className } as FieldProps, control }
}

/** One line of text. Spread `field(form, name)` of platform/web/form.ts into it. */
export function TextField(props: LabelledControlProps<'input'>) {
  const { fieldProps, control } = splitProps(props)
  return <Field {...fieldProps}>{(controlProps) => <Input type="text" {...control} {...controlProps} />}</Field>
}

export function TextareaField(props: LabelledControlProps<'textarea'>) {
  const { fieldProps, control } = splitProps(props)
  return <Field {...fieldProps}>{(controlProps) => <Textarea {...control} {...controlProps} />}</Field>
}

/** A native select; `placeholder` adds an empty first choice. */
export function SelectField(
  props: LabelledControlProps<'select'> & Pick<NativeSelectProps, 'options' | 'placeholder'>,
) {
  const { fieldProps, control } = splitProps(props)
  return <Field {...fieldProps}>{(controlProps) => <NativeSelect {...control} {...controlProps} />}</Field>
}
