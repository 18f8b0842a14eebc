import { composed } from '#platform/composed.shared.ts'
import { type Text, texts } from '#platform/texts.ts'

export const passwordTexts = texts({
  rule: [
    'Minimum Length 14, Must include at least: 1 Special character, 1 Numeric.',
    '14 caracteres como mínimo. Debe incluir al menos 1 carácter especial y 1 número.',
  ],
  tooLong: ['Use 128 characters or fewer.', 'Use 128 caracteres como máximo.'],
  tooEasy: [
    'This password is too easy to guess. Choose another one.',
    'Esta contraseña es demasiado fácil de adivinar. Elija otra.',
  ],
  breached: [
    "This password appeared in another service's data breach. Choose a different one.",
    'Esta contraseña apareció en una filtración de datos de otro servicio. Elija otra.',
  ],
  notSame: ['Confirmed password is not the same as above.', 'Las contraseñas no coinciden.'],
})

export const passwordRule: Text = passwordTexts.rule
const passwordLimits = { min: 14, max: 128 } as const

/** The character rule's error for a new password; null if it passes. How easy it is to guess is checked elsewhere. */
export function brokenRule(password: string): Text | null {
  const composedPassword = composed(password)
  const length = [...composedPassword].length
  if (length > passwordLimits.max) return passwordTexts.tooLong
  const isValid =
    length >= passwordLimits.min && /\p{Nd}/u.test(composedPassword) && /[^\p{L}\p{N}\s]/u.test(composedPassword)
  return isValid ? null : passwordRule
}

/** The score of the strength meter, as the product has always shown it: it encourages, the rule decides. */
export function strengthScore(password: string): 0 | 1 | 2 | 4 {
  const hasSpecial = /[^\p{L}\p{N}\s]/u.test(password)
  const isMixed = /\p{L}/u.test(password) && (hasSpecial || /\p{Nd}/u.test(password))
  if (isMixed && password.length >= 6) return 4
  if (password.length <= 3) return 0
  return hasSpecial ? 2 : 1
}
