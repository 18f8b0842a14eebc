import { texts } from '../../../platform/texts.ts'

export const staffTwoFactorTexts = texts({
  title: ['Sign-in of staff', 'Inicio de sesión del personal'],
  required: ['Staff must sign in with a second factor', 'El personal debe iniciar sesión con un segundo factor'],
  hint: [
    'Of this organization and those below it. Whoever has none yet sets one up at the next sign-in.',
    'De esta organización y de las que dependen de ella. Quien aún no tenga ninguno lo configura en el próximo inicio de sesión.',
  ],
  save: ['Save', 'Guardar'],
  saving: ['Saving info...', 'Guardando información...'],
  on: ['Staff must sign in with a second factor now.', 'El personal ya debe iniciar sesión con un segundo factor.'],
  off: ['Staff may sign in without a second factor.', 'El personal puede iniciar sesión sin segundo factor.'],
})
