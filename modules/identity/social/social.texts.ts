import { texts } from '../../../platform/texts.ts'

export const socialTexts = texts({
  title: ['Other ways to sign in', 'Otras formas de iniciar sesión'],
  lead: [
    'Connect an account of another service to sign in without typing your password.',
    'Conecte una cuenta de otro servicio para iniciar sesión sin escribir su contraseña.',
  ],
  connect: ['Connect', 'Conectar'],
  disconnect: ['Disconnect', 'Desconectar'],
  notConnected: ['Not connected', 'Sin conectar'],
  connected: ['Connected', 'Conectada'],
  askTitle: ['Disconnect {provider}?', '¿Desconectar {provider}?'],
  ask: [
    'You cannot sign in to this account with {provider} any more.',
    'Ya no podrá iniciar sesión en esta cuenta con {provider}.',
  ],
  disconnected: ['{provider} is disconnected.', '{provider} está desconectado.'],
})

export const providerLabels = { google: 'Google', facebook: 'Facebook' } as const
