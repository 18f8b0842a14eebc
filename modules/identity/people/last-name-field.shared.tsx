import type { ComponentProps } from 'react'
import { texts } from '#platform/texts.ts'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'

const messages = texts({
  hint: [
    'Only one name? Enter it as the first name, and a hyphen (-) here.',
    '¿Tiene un solo nombre? Escríbalo como nombre y ponga aquí un guion (-).',
  ],
})

/** The last name field, with a hint for people who have one name. */
export function LastNameField(props: ComponentProps<typeof TextField>) {
  const t = useTexts(messages)
  return <TextField {...props} hint={props.readOnly ? undefined : t('hint')} />
}
