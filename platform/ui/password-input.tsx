import { type ComponentProps, useState } from 'react'
import { texts } from '#platform/texts.ts'
import { Button } from './button.tsx'
import { Field, type FieldProps } from './field.tsx'
import { Input } from './input.tsx'
import { useTexts } from './locale.tsx'

const messages = texts({
  show: ['Show', 'Mostrar'],
  hide: ['Hide', 'Ocultar'],
  showPassword: ['Show password', 'Mostrar contraseña'],
  hidePassword: ['Hide password', 'Ocultar contraseña'],
})

/** A password field with a show button, which appears only if scripts run. */
export function PasswordField({
  label,
  hint,
  error,
  required,
  className,
  ...control
}: FieldProps & ComponentProps<'input'>) {
  const [visible, setVisible] = useState(false)
  const t = useTexts(messages)
  return (
    <Field label={label} hint={hint} error={error} required={required} className={className}>
      {(controlProps) => (
        <div className="relative">
          <Input {...control} {...controlProps} type={visible ? 'text' : 'password'} className="pe-24" />
          <Button
            variant="link"
            size="sm"
            className="absolute inset-y-1 end-1 !min-h-0 scripted"
            aria-label={t(visible ? 'hidePassword' : 'showPassword')}
            onClick={() => setVisible(!visible)}
          >
            {t(visible ? 'hide' : 'show')}
          </Button>
        </div>
      )}
    </Field>
  )
}
