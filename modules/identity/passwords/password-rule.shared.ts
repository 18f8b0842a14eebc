import { type Text, texts } from '../../../platform/texts.ts'

export const passwordTexts = texts({
  rule: [
    'Minimum Length 14, Must include at least: 1 Special character, 1 Numeric.',
    'Longitud mínima de 14; debe incluir al menos: 1 carácter especial y 1 número.',
  ],
  tooLong: ['Maximum length is 128 characters.', 'La longitud máxima es de 128 caracteres.'],
  tooEasy: [
    'This password is too easy to guess. Please choose another one.',
    'Esta contraseña es demasiado fácil de adivinar. Elija otra.',
  ],
  notSame: ['Confirmed password is not the same as above.', 'La contraseña confirmada no es igual a la anterior.'],
})

export const passwordRule: Text = passwordTexts.rule
const passwordLimits = { min: 14, max: 128 } as const

// A rule of characters lets 'Password123456!' through; what is left of it without digits and signs says so.
const easy = new Set(
  `password passwords passwort contrasena qwerty qwertyuiop qwertz asdfgh asdfghjkl zxcvbn zxcvbnm letmein welcome
  bienvenido iloveyou teamo abc abcd abcdef abcdefg abcdefgh abcdefghij admin administrator administrador user usuario
  student estudiante instructor login master monkey dragon football baseball princess sunshine superman batman
  trustno changeme secret test testing temp guest default waypost driving drivingschool trafficschool driversafety
  summer winter spring autumn january december monday friday america florida texas newyork michigan newjersey`.split(
    /\s+/,
  ),
)

/** What is wrong with a new password, as texts; empty when nothing is. `own` are the person's login id, e-mail, names. */
export function passwordProblems(password: string, own: readonly string[] = []): Text[] {
  const normal = password.normalize('NFC')
  const length = [...normal].length
  if (length > passwordLimits.max) return [passwordTexts.tooLong]
  const fits = length >= passwordLimits.min && /\p{Nd}/u.test(normal) && /[^\p{L}\p{N}\s]/u.test(normal)
  if (!fits) return [passwordRule]
  return isEasy(normal, own) ? [passwordTexts.tooEasy] : []
}

function isEasy(password: string, own: readonly string[]): boolean {
  const lower = password.toLowerCase()
  const letters = lower
    .replaceAll(/[^\p{L}]/gu, '')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
  const digits = lower.replaceAll(/\D/g, '')
  const onlyCounting = letters === '' && '01234567890123456789012345678901234567890'.includes(digits)
  const known = own.map((name) => name.toLowerCase().replaceAll(/[^\p{L}]/gu, '')).filter((name) => name.length > 2)
  return new Set(lower).size < 6 || easy.has(letters) || onlyCounting || known.includes(letters)
}
