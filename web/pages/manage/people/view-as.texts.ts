import { texts } from '#platform/texts.ts'

export const viewAsTexts = texts({
  title: ['View As', 'Ver como'],
  lead: [
    "For up to 30 minutes, you'll see the site as {name} sees it. You can look but not act for them. The audit log records both of you.",
    'Verá el sitio como lo ve {name} durante un máximo de 30 minutos. Podrá mirar, pero no actuar en su nombre. El registro de auditoría guarda los nombres de ambos.',
  ],
  reason: ['Reason', 'Motivo'],
  reasonHint: ['Optional. Saved in the audit log.', 'Opcional. Se guarda en el registro de auditoría.'],
  password: ['Your password', 'Su contraseña'],
  passwordHint: [
    "Confirm it's you. It's been more than 15 minutes since you signed in.",
    'Confirme su identidad. Han pasado más de 15 minutos desde que inició sesión.',
  ],
  code: ['Or a code from your authenticator app', 'O un código de su aplicación de autenticación'],
  again: [
    "It's been more than 15 minutes since you signed in, and you didn't use a password. Sign out and sign in again.",
    'Han pasado más de 15 minutos desde que inició sesión y no usó una contraseña. Cierre la sesión y vuelva a iniciarla.',
  ],
  start: ['View as {name}', 'Ver como {name}'],
  starting: ['Switching Accounts..', 'Cambiando de cuenta…'],
  back: ['Back', 'Volver'],
})
