import { texts } from '#platform/texts.ts'

export const socialTexts = texts({
  title: ['Other ways to sign in', 'Otras formas de iniciar sesión'],
  lead: [
    'Connect an account from another service to sign in without your password.',
    'Conecte una cuenta de otro servicio para iniciar sesión sin su contraseña.',
  ],
  connect: ['Connect', 'Conectar'],
  disconnect: ['Disconnect', 'Desconectar'],
  notConnected: ['Not connected', 'No conectada'],
  connected: ['Connected', 'Conectada'],
  askTitle: ['Disconnect {provider}?', '¿Desconectar {provider}?'],
  ask: [
    "You'll no longer be able to sign in to this account with {provider}.",
    'Ya no podrá iniciar sesión en esta cuenta con {provider}.',
  ],
  disconnected: ['{provider} is disconnected.', '{provider} está desconectado.'],
})

export const providerLabels = { google: 'Google', facebook: 'Facebook' } as const
