import { declareEmail } from '#platform/mail/declare-email.ts'
import { texts } from '#platform/texts.ts'

export const webhookRedirectedTexts = texts({
  subject: ['{client_name} set a webhook address', '{client_name} definió una dirección de webhooks'],
  body: [
    'The API client {client_name} asked us to deliver its events to {url}.',
    'El cliente de la API {client_name} nos pidió entregar sus eventos a {url}.',
  ],
  next: [
    "If you don't recognize this address, someone else may have the client's key. Ask an Admin to revoke the key, which pauses this endpoint.",
    'Si no reconoce esta dirección, es posible que otra persona tenga la clave del cliente. Pida a un administrador que revoque la clave; así este punto de conexión quedará en pausa.',
  ],
  button: ['View endpoint', 'Ver el punto de conexión'],
})

export const webhookRedirectedEmail = declareEmail({
  name: 'identity.webhook-redirected',
  kind: 'service',
  title: ['webhook address set by a client', 'dirección de webhooks definida por un cliente'],
  texts: webhookRedirectedTexts,
  body: ['body', 'next'],
  samples: { client_name: 'Fleet sync', url: 'https://fleet.example/webhooks' },
})
