import { SubmitButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { confirmEmailTexts } from './confirm-email.texts.ts'

/** Shown above tabs that add sign-in methods, until the address is proven; a plain form of the page. */
export function ConfirmEmailPanel({ email }: { email: string }) {
  const t = useTexts(confirmEmailTexts)
  return (
    <Panel title={t('title')} className="mb-5">
      <p className="mb-3 break-words">{t('panelLead', { email })}</p>
      <form method="post">
        <input type="hidden" name="action" value="confirm-email" />
        <SubmitButton>{t('send')}</SubmitButton>
      </form>
    </Panel>
  )
}
