import { useTexts } from '#platform/ui/locale.tsx'
import { twoFactorTexts } from './two-factor.texts.ts'

/** The secret for an authenticator app: a picture to scan, and text to type. */
export function SetUpKey({ qr, secret }: { qr: string; secret: string }) {
  const t = useTexts(twoFactorTexts)
  return (
    <div className="grid gap-3">
      <p>{t('scan')}</p>
      <img src={qr} alt={t('qr')} width={200} height={200} className="mx-auto size-50 rounded-md" />
      <p className="text-sm text-muted-foreground">
        {t('byHand')}{' '}
        <code className="block text-base font-semibold text-foreground">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
    </div>
  )
}
