import { texts } from '../../../platform/texts.ts'

export const brandWords = texts({
  preview: ['Preview', 'Vista previa'],
  logo: ['Logo', 'Logotipo'],
  signIn: ['Sign in', 'Iniciar sesión'],
  readable: ['Contrast {contrast}: easy to read.', 'Contraste {contrast}: se lee bien.'],
  unreadable: [
    'Contrast {contrast}: too light for white text. At least 4.5 is needed.',
    'Contraste {contrast}: demasiado claro para texto blanco. Se necesita 4.5 como mínimo.',
  ],
})
