import { texts } from '#platform/texts.ts'

export const brandWords = texts({
  preview: ['Preview', 'Vista previa'],
  noName: ['Organization name', 'Nombre de la organización'],
  logo: ['Logo', 'Logotipo'],
  signIn: ['Sign in', 'Iniciar sesión'],
  readable: ['White text is easy to read on this color.', 'El texto blanco se lee bien sobre este color.'],
  darkened: [
    'White text is hard to read on this color. Buttons use {shade} instead.',
    'El texto blanco se lee mal sobre este color. Los botones usan {shade}.',
  ],
})
