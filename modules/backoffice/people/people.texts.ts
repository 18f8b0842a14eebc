import { texts } from '../../../platform/texts.ts'

export const peopleWords = texts({
  enabled: ['{name} can sign in again.', '{name} puede volver a iniciar sesión.'],
  welcomed: [
    "{name} was enabled. We'll email them a link to choose a password.",
    'Se habilitó a {name}. Le enviaremos un correo electrónico con un enlace para elegir una contraseña.',
  ],
  disabled: [
    '{name} was disabled and signed out. To restore access, choose Enable.',
    'Se deshabilitó a {name} y se cerró su sesión. Para restablecer el acceso, elija Habilitar.',
  ],
})
