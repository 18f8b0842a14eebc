import type { ChangeEvent, ComponentProps } from 'react'
import { maskPhone } from '#platform/phone.ts'
import { TextField } from './field.tsx'
import { useLocale } from './locale.tsx'
import { datePattern, maskDate } from './masks.ts'

type TextProps = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'> & { onText?: (text: string) => void }

/** Keeps the caret at the end of the typed text, unless someone edits the middle. */
function masking(mask: (text: string) => string, onText?: (text: string) => void) {
  return ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const atEnd = input.selectionStart === input.value.length
    const deleting = (input.dataset.last ?? '').length > input.value.length
    if (atEnd && !deleting) input.value = mask(input.value)
    input.dataset.last = input.value
    onText?.(input.value)
  }
}

/** A date typed as MM/DD/YYYY (Spanish DD/MM/AAAA). Sends the shown text: `parseTypedDay` reads it. */
export function DateField({ onText, hint, ...props }: TextProps) {
  const locale = useLocale()
  return (
    <TextField
      {...props}
      hint={hint ?? datePattern(locale)}
      inputMode="numeric"
      maxLength={20}
      className={props.className}
      onChange={masking((text) => maskDate(text, locale), onText)}
    />
  )
}

/** A phone number typed as (XXX) XXX-XXXX. */
export function PhoneField({ onText, ...props }: TextProps) {
  return (
    <TextField
      type="tel"
      autoComplete="tel-national"
      placeholder="(555) 555-5555"
      {...props}
      // Longer than any number, so that a pasted one is never cut.
      maxLength={40}
      onChange={masking(maskPhone, onText)}
    />
  )
}
