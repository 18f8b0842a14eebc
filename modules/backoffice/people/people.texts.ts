import { texts } from '../../../platform/texts.ts'

export const peopleWords = texts({
  enabled: ['{name} can sign in again.', '{name} puede volver a iniciar sesión.'],
  welcomed: [
    '{name} was enabled and gets an email to choose a password.',
    'Se habilitó a {name}, que recibirá un correo para elegir una contraseña.',
  ],
  disabled: [
    '{name} was disabled and signed out. Enable brings the account back.',
    'Se deshabilitó a {name} y se cerró su sesión. Habilitar restablece la cuenta.',
  ],
})
