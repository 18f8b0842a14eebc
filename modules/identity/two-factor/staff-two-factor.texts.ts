import { texts } from '#platform/texts.ts'

export const staffTwoFactorTexts = texts({
  title: ['Staff sign-in', 'Inicio de sesión del personal'],
  required: ['Require two-factor authentication for staff', 'Exigir la autenticación de dos factores al personal'],
  hint: [
    'Applies to staff in this organization and its sub-organizations. Anyone without two-factor sets it up at their next sign-in.',
    'Se aplica al personal de esta organización y de sus suborganizaciones. Quien no la tenga la configurará la próxima vez que inicie sesión.',
  ],
  save: ['Save', 'Guardar'],
  saving: ['Saving info...', 'Guardando…'],
  on: [
    'Two-factor authentication is now required for staff.',
    'Ahora la autenticación de dos factores es obligatoria para el personal.',
  ],
  off: [
    'Two-factor authentication is no longer required for staff.',
    'La autenticación de dos factores ya no es obligatoria para el personal.',
  ],
})
