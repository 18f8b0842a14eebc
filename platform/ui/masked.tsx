import { type ChangeEvent, type ComponentProps, useState } from 'react'
import { texts } from '../texts.ts'
import { Button } from './button.tsx'
import { Field, type FieldProps, Input, TextField } from './field.tsx'
import { useLocale, useTexts } from './locale.tsx'
import { datePattern, maskDate, maskPhone } from './masks.ts'

const words = texts({
  show: ['Show', 'Mostrar'],
  hide: ['Hide', 'Ocultar'],
  showPassword: ['Show password', 'Mostrar contraseña'],
  hidePassword: ['Hide password', 'Ocultar contraseña'],
})

type TextProps = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'> & { onText?: (text: string) => void }

/** Keeps the caret at the end of what was typed, unless somebody mends the middle. */
function masking(mask: (text: string) => string, onText?: (text: string) => void) {
  return ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const atEnd = input.selectionStart === input.value.length
    const deleting = (input.dataset.last ?? '').length > input.value.length
    if (atEnd && !deleting) input.value = mask(input.value)
    input.dataset.last = input.value
    onText?.(input.value)
  }
}

/** A date typed as MM/DD/YYYY (Spanish DD/MM/YYYY). Sends what is shown: `parseShownDate` reads it. */
export function DateField({ onText, hint, ...props }: TextProps) {
  const pattern = datePattern(useLocale())
  return (
    <TextField
      {...props}
      hint={hint ?? pattern}
      inputMode="numeric"
      maxLength={10}
      className={props.className}
      onChange={masking(maskDate, onText)}
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
      maxLength={16}
      onChange={masking(maskPhone, onText)}
    />
  )
}

/** A password with a button that shows it; the button appears where scripts run. */
export function PasswordField({
  label,
  hint,
  error,
  required,
  className,
  ...control
}: FieldProps & ComponentProps<'input'>) {
  const [shown, setShown] = useState(false)
  const t = useTexts(words)
  return (
    <Field label={label} hint={hint} error={error} required={required} className={className}>
      {(tied) => (
        <div className="relative">
          <Input {...control} {...tied} type={shown ? 'text' : 'password'} className="pr-24" />
          <Button
            look="quiet"
            size="small"
            className="absolute inset-y-1 right-1 !min-h-0 scripted"
            aria-label={t(shown ? 'hidePassword' : 'showPassword')}
            onClick={() => setShown(!shown)}
          >
            {t(shown ? 'hide' : 'show')}
          </Button>
        </div>
      )}
    </Field>
  )
}
