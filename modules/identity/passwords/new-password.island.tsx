import { type ChangeEvent, lazy, Suspense, useState } from 'react'
import { type Locale, localize } from '#platform/texts.ts'
import { island } from '#platform/ui/island.tsx'
import { useLocale } from '#platform/ui/locale.tsx'
import { PasswordField } from '#platform/ui/password-input.tsx'

/** Requested with the first letter. */
const PasswordStrength = lazy(async () => ({ default: (await import('./password-strength.tsx')).PasswordStrength }))

async function checkPassword(input: HTMLInputElement, locale: Locale): Promise<void> {
  const { brokenRule } = await import('./password-rule.shared.ts')
  const violatedRule = input.value === '' ? null : brokenRule(input.value)
  input.setCustomValidity(violatedRule ? localize(locale, violatedRule) : '')
}

type NewPasswordProps = {
  label: string
  name: string
  hint: string
  error?: string
  /** The password may be chosen later, by a link. */
  optional?: boolean
}

/** A new password with its strength meter, for pages without another island around it. */
export default island('identity/new-password', { when: 'idle' }, NewPassword)

function NewPassword({ optional = false, ...props }: NewPasswordProps) {
  const [typed, setTyped] = useState('')
  const locale = useLocale()
  const onChange = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    setTyped(input.value)
    // Only in a form that shows errors in place; elsewhere the server reports them, without a browser bubble.
    if (!input.form?.noValidate) return
    void checkPassword(input, locale)
  }
  return (
    <div className="grid gap-2">
      <PasswordField {...props} required={!optional} autoComplete="new-password" onChange={onChange} />
      <div className="min-h-10">
        {typed !== '' && (
          <Suspense>
            <PasswordStrength password={typed} />
          </Suspense>
        )}
      </div>
    </div>
  )
}
