import type { ToldWebhook } from '#modules/identity/entry.ts'
import { declareEmail } from '#platform/mail/declare-email.ts'
import { Email } from '#platform/mail/email.tsx'
import { type Locale, localText, texts } from '#platform/texts.ts'

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

/** Emails about API clients are in English, like the developer guide. */
export const locale: Locale = 'en-us'

/** To the people who run a client whose endpoint was paused. */
export function WebhookPausedEmail({ paused, href }: { paused: ToldWebhook; href: string }) {
  const { client_name, url, organization_name } = paused
  const t = (key: keyof typeof webhookPausedTexts) => localText(locale, webhookPausedTexts, key, { client_name, url })
  return (
    <Email
      locale={locale}
      brand={{ name: organization_name }}
      preheader={t('body')}
      heading={t('subject')}
      name=""
      body={[t('body'), t('next')]}
      button={{ label: t('button'), href }}
    />
  )
}
