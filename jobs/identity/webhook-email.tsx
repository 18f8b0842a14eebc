import type { WebhookContact } from '#modules/identity/entry.ts'
import { Email } from '#platform/mail/email.tsx'
import { pathTo } from '#platform/path-to.ts'
import { type Locale, localText, type Text } from '#platform/texts.ts'

type WebhookWords = Readonly<Record<'subject' | 'body' | 'next' | 'button', Text>>

/** Emails about API clients are in English, like the developer guide. */
const locale: Locale = 'en-us'

type Props = { words: WebhookWords; contact: WebhookContact; href: string }

function WebhookEmail({ words, contact: { client_name, url, organization_name }, href }: Props) {
  const t = (key: keyof WebhookWords) => localText(locale, words, key, { client_name, url })
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

/** Writes an email about an endpoint to the people who run its client. */
export function writeWebhookEmail(words: WebhookWords, contact: WebhookContact, siteUrl: (path: string) => string) {
  const { webhook_endpoint_id, client_name, contact_email } = contact
  const href = siteUrl(pathTo('/manage/webhooks/:id', { id: webhook_endpoint_id }))
  return {
    about: { webhook_endpoint_id },
    to: contact_email,
    subject: localText(locale, words, 'subject', { client_name }),
    email: <WebhookEmail words={words} contact={contact} href={href} />,
  }
}

/** The email's recipient in the form for its job; null if there is nothing to send. */
export const toContact = (contact: WebhookContact | null) =>
  contact && {
    user_id: null,
    organization_id: contact.organization_id,
    organization_code: contact.organization_code,
    contact,
  }
