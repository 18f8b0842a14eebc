import { texts } from '#platform/texts.ts'

export const eventHistoryTexts = texts({
  sentEmails: ['Emails sent', 'Correos enviados'],
})
