import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldDescription, FieldError } from './field.tsx'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

/** A checkbox with its label; the whole line is clickable. */
export function Checkbox({ label, hint, error, className, ...rest }: CheckboxProps) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label className="flex min-h-11 items-start gap-3 py-2 md:min-h-8 md:py-1">
        <input
          {...rest}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
          className="mt-0.5 size-5 shrink-0"
        />
        <span className="leading-6">{label}</span>
      </label>
      {hint && (
        <FieldDescription id={`${id}-hint`} className="ps-8">
          {hint}
        </FieldDescription>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
