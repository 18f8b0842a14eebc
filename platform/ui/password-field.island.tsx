import { island } from './island.tsx'
import { PasswordField } from './password-input.tsx'

type PasswordProps = {
  label: string
  name: string
  hint?: string
  error?: string
  required?: boolean
  /** The id of the form that it belongs to where that is another one than the one around it. */
  form?: string
  autoComplete?: 'current-password' | 'new-password'
}

/** A password with its 'Show' button on a page that has no other island around it. */
export default island('platform/password-field', { when: 'idle' }, PasswordFieldInForm)

function PasswordFieldInForm(props: PasswordProps) {
  return <PasswordField {...props} />
}
