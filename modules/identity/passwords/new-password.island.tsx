import { type ChangeEvent, useState } from 'react'
import { pick } from '#platform/texts.ts'
import { island } from '#platform/ui/island.tsx'
import { useLocale } from '#platform/ui/locale.tsx'
import { PasswordField } from '#platform/ui/password-input.tsx'
import { brokenRule } from './password-rule.shared.ts'
import { PasswordStrength } from './password-strength.tsx'

type NewPasswordProps = {
  label: string
  name: string
  hint: string
  error?: string
  /** It may be chosen later, by a link. */
  optional?: boolean
}

/** A password that is chosen, with its strength, on a page that has no other island around it. */
export default island('identity/new-password', { when: 'idle' }, NewPassword)

function NewPassword({ optional = false, ...props }: NewPasswordProps) {
  const [typed, setTyped] = useState('')
  const locale = useLocale()
  const onChange = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    setTyped(input.value)
    // In a form that says in place what is wrong; elsewhere the server says it, and no bubble of the browser.
    if (!input.form?.noValidate) return
    const broken = input.value === '' ? null : brokenRule(input.value)
    input.setCustomValidity(broken ? pick(locale, broken) : '')
  }
  return (
    <div className="grid gap-2">
      <PasswordField {...props} required={!optional} autoComplete="new-password" onChange={onChange} />
      <PasswordStrength password={typed} />
    </div>
  )
}
