import { useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { twoFactorTexts } from './two-factor.texts.ts'

/** Ten codes to copy or print. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const t = useTexts(twoFactorTexts)
  const [copied, setCopied] = useState(false)
  async function copy() {
    await navigator.clipboard.writeText(codes.join('\n'))
    setCopied(true)
  }
  return (
    <div className="grid gap-3">
      <p>{t('codesLead')}</p>
      <ul className="figures grid gap-x-6 gap-y-1 rounded-md bg-muted px-4 py-3 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="scripted flex flex-wrap gap-2 print:hidden">
        <Button variant="outline" size="sm" onClick={copy}>
          {t(copied ? 'copied' : 'copy')}
        </Button>
        <Button variant="outline" size="sm" onClick={() => print()}>
          {t('print')}
        </Button>
      </div>
      <p role="status" className="sr-only">
        {copied ? t('copied') : ''}
      </p>
    </div>
  )
}
