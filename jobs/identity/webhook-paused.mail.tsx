import { declareEmail } from '#platform/mail/declare-email.ts'
import { texts } from '#platform/texts.ts'

export const webhookPausedTexts = texts({
  subject: ['Webhooks to {client_name} are paused', 'Los webhooks de {client_name} están en pausa'],
  body: [
    "We couldn't deliver events to {url} for three days, so we paused this endpoint. We keep events for up to 30 days.",
    'Durante tres días no pudimos entregar eventos a {url}, por lo que pusimos en pausa este punto de conexión. Los eventos se conservan hasta 30 días.',
  ],
  next: [
    "Fix the receiver, then resume the endpoint. We'll then deliver the waiting events in order.",
    'Corrija el receptor y luego reanude el punto de conexión. Después entregaremos en orden los eventos en espera.',
  ],
  button: ['View deliveries', 'Ver las entregas'],
})

export const webhookPausedEmail = declareEmail({
  name: 'identity.webhook-paused',
  kind: 'service',
  title: ['webhook endpoint paused', 'punto de conexión de webhooks en pausa'],
  texts: webhookPausedTexts,
  body: ['body', 'next'],
  samples: { client_name: 'Fleet sync', url: 'https://fleet.example/webhooks' },
})
