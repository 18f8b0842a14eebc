import { useTexts } from '#platform/ui/locale.tsx'
import { emailPageTexts } from './emails.texts.ts'

export type PreviewedEmail = {
  subject: string
  text: string
  sender_name: string | null
  reply_to: string | null
}

/** An email with sample data, as plain-text clients show it. */
export function EmailPreview({ email: { subject, text, sender_name, reply_to } }: { email: PreviewedEmail }) {
  const t = useTexts(emailPageTexts)
  return (
    <div aria-live="polite" className="grid gap-2">
      <p className="text-sm text-muted-foreground">{t('previewLead')}</p>
      <div className="rounded-lg border bg-card p-4">
        {sender_name && <p className="text-sm text-muted-foreground">{t('from', { name: sender_name })}</p>}
        {reply_to && <p className="text-sm text-muted-foreground">{t('answersTo', { address: reply_to })}</p>}
        <p className="mb-3 border-b pb-3 font-semibold">{subject}</p>
        <div className="whitespace-pre-wrap wrap-anywhere">{text}</div>
      </div>
    </div>
  )
}
