import { type MouseEvent, useRef, useState } from 'react'
import { callApi } from '#platform/ui/api.ts'
import { Button } from '#platform/ui/button.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { EmailPreview, type PreviewedEmail } from './email-preview.tsx'
import { emailPageTexts } from './emails.texts.ts'

type Props = { email: string; language: string; saved: PreviewedEmail }

/**
 * Previews the email while it is typed, and sends it to the person typing. Without scripts, the form is submitted and
 * shown again.
 */
export default island('web/email-trial', { when: 'load' }, EmailTrial)

function EmailTrial({ email, language, saved }: Props) {
  const t = useTexts(emailPageTexts)
  const place = useRef<HTMLDivElement>(null)
  const [sample, setSample] = useState(saved)
  const [busy, setBusy] = useState(false)
  const draft = () => {
    const form = place.current?.closest('form')
    const fields = [...new FormData(form ?? undefined)].flatMap(([name, value]) =>
      name.startsWith('texts.') ? [[name.slice('texts.'.length), String(value)]] : [],
    )
    return { email, language, texts: Object.fromEntries(fields) as Record<string, string> }
  }
  const busily = async (run: () => Promise<void>) => {
    setBusy(true)
    await run().finally(() => setBusy(false))
  }
  const preview = () =>
    busily(async () => {
      const response = await callApi((api) => api.POST('/settings/previewEmail', { body: draft() }))
      if (response.ok) setSample(response.data)
    })
  const test = () =>
    busily(async () => {
      await callApi((api) => api.POST('/settings/testEmail', { body: draft() }))
    })
  const runInPlace = (run: () => Promise<void>) => (event: MouseEvent) => {
    event.preventDefault()
    void run()
  }
  return (
    <div ref={place} className="grid gap-4">
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          name="action"
          value="preview"
          variant="outline"
          disabled={busy}
          onClick={runInPlace(preview)}
        >
          {t('preview')}
        </Button>
        <Button type="submit" name="action" value="test" variant="outline" disabled={busy} onClick={runInPlace(test)}>
          {t('test')}
        </Button>
      </div>
      <EmailPreview email={sample} />
    </div>
  )
}
