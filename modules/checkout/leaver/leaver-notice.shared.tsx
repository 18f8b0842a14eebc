import { useTexts } from '#platform/ui/locale.tsx'
import { leaverTexts } from './leaver.texts.ts'

/** Below the email field of the checkout, where a reminder may follow. */
export function LeaverNotice() {
  const t = useTexts(leaverTexts)
  return <p className="text-sm text-muted-foreground">{t('notice')}</p>
}
