import { texts } from '../../../../platform/texts.ts'

export const viewAsTexts = texts({
  title: ['View As', 'Ver como'],
  lead: [
    'You see the product as {name} sees it, for half an hour at most. You can look at everything and do nothing in their name. Both of you stand in the audit log.',
    'Verá el producto como lo ve {name}, durante media hora como máximo. Puede mirarlo todo y no hacer nada en su nombre. Ambos constan en el registro de auditoría.',
  ],
  reason: ['Reason', 'Motivo'],
  reasonHint: ['For the audit log; optional.', 'Para el registro de auditoría; opcional.'],
  password: ['Your password', 'Su contraseña'],
  passwordHint: [
    'Please confirm that it is you: you signed in more than 15 minutes ago.',
    'Confirme que es usted: ha pasado más de 15 minutos desde que inició sesión.',
  ],
  code: ['Or a code of your authenticator app', 'O un código de su aplicación de autenticación'],
  again: [
    'You signed in more than 15 minutes ago, and not with a password. Please sign out and in again.',
    'Inició sesión hace más de 15 minutos y sin contraseña. Cierre la sesión y vuelva a iniciarla.',
  ],
  start: ['View as {name}', 'Ver como {name}'],
  starting: ['Switching Accounts..', 'Cambiando de cuenta..'],
  back: ['Back', 'Volver'],
})
