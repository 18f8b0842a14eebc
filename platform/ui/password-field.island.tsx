import { island } from './island.tsx'
import { PasswordField } from './password-input.tsx'

type PasswordProps = {
  label: string
  name: string
  hint?: string
  error?: string
  required?: boolean
  /** The id of its form, if it is not the surrounding one. */
  form?: string
  autoComplete?: 'current-password' | 'new-password'
}

/** A password field with a 'Show' button, for pages without another island around it. */
export default island('platform/password-field', { when: 'idle' }, PasswordFieldInForm)

function PasswordFieldInForm(props: PasswordProps) {
  return <PasswordField {...props} />
}
