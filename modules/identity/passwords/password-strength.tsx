import { texts } from '../../../platform/texts.ts'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { strengthScore } from './password-rule.shared.ts'

const words = texts({
  strength: ['Password strength', 'Seguridad de la contraseña'],
  s0: ['Very weak', 'Muy débil'],
  s1: ['Weak', 'Débil'],
  s2: ['Fair', 'Aceptable'],
  s4: ['Strong', 'Fuerte'],
})

/** The strength meter under a new password. It only encourages: the rule beside the field decides. */
export function PasswordStrength({ password }: { password: string }) {
  const t = useTexts(words)
  const score = strengthScore(password)
  return (
    <div className="flex items-center gap-3 text-sm text-muted scripted">
      <progress className="bar flex-1" max={4} value={score} aria-label={t('strength')} />
      <span role="status" className="min-w-20 text-right font-semibold">
        {password === '' ? '' : t(`s${score}`)}
      </span>
    </div>
  )
}
