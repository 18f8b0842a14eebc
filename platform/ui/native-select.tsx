import type { ComponentProps } from 'react'
import { texts } from '#platform/texts.ts'
import { cn } from './cn.ts'
import { controlClasses } from './input.tsx'
import { useTexts } from './locale.tsx'

const messages = texts({ choose: ['Choose…', 'Elija…'] })

/** The text of the empty choice, for a field that stands in for a select. */
export { messages as selectTexts }

/** `lang`: the language of the label, if it is not the page's. */
export type Option = { value: string | number; label: string; disabled?: boolean; lang?: string | undefined }

export type NativeSelectProps = ComponentProps<'select'> & {
  options: readonly Option[]
  /** Adds an empty first choice; true for 'Choose…'. */
  placeholder?: string | true
}

/** The browser's own select; inside `Field`, or with an aria-label. */
export function NativeSelect({ options, placeholder, className, ...rest }: NativeSelectProps) {
  const t = useTexts(messages)
  return (
    <select {...rest} className={cn(controlClasses, 'pe-8', className)}>
      {placeholder && <option value="">{placeholder === true ? t('choose') : placeholder}</option>}
      {options.map(({ value, label, disabled, lang }) => (
        <option key={value} value={value} disabled={disabled} lang={lang}>
          {label}
        </option>
      ))}
    </select>
  )
}
