import { useState } from 'react'
import { island } from '../../../platform/ui/island.tsx'
import { PasswordField } from '../../../platform/ui/password-input.tsx'
import { PasswordStrength } from './password-strength.tsx'

type NewPasswordProps = { label: string; name: string; hint: string; error?: string }

/** A password that is chosen, with its strength, on a page that has no other island around it. */
export default island('identity/new-password', { when: 'idle' }, NewPassword)

function NewPassword(props: NewPasswordProps) {
  const [typed, setTyped] = useState('')
  return (
    <div className="grid gap-2">
      <PasswordField
        {...props}
        required
        autoComplete="new-password"
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <PasswordStrength password={typed} />
    </div>
  )
}
