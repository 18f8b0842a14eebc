import { useTexts } from '#platform/ui/locale.tsx'
import { leaverTexts } from './leaver.texts.ts'

/** Shown below the checkout's email field if a reminder may be sent. */
export function LeaverNotice() {
  const t = useTexts(leaverTexts)
  return <p className="text-sm text-muted-foreground">{t('notice')}</p>
}
