import { texts } from '#platform/texts.ts'
import { cn } from '#platform/ui/cn.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { brokenRule, strengthScore } from './password-rule.shared.ts'

const messages = texts({
  strength: ['Password strength', 'Seguridad de la contraseña'],
  s0: ['Very weak', 'Muy débil'],
  s1: ['Weak', 'Débil'],
  s2: ['Fair', 'Aceptable'],
  s4: ['Strong', 'Fuerte'],
  unfinished: ["Doesn't meet the requirements yet", 'Todavía no cumple los requisitos'],
})

/** The strength meter of a new password. It only encourages: the rule beside the field decides. */
export function PasswordStrength({ password }: { password: string }) {
  const t = useTexts(messages)
  const score = strengthScore(password)
  const finished = score < 4 || brokenRule(password) === null
  return (
    <div className="grid gap-1 text-sm text-muted-foreground scripted">
      <progress
        className={cn('bar', password === '' && 'invisible')}
        max={4}
        value={score}
        aria-label={t('strength')}
      />
      <span role="status" className="min-h-5 font-semibold">
        {password === '' ? '' : t(finished ? `s${score}` : 'unfinished')}
      </span>
    </div>
  )
}
