import { texts } from '#platform/texts.ts'
import { Button } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { toast } from '#platform/ui/toast.ts'

const messages = texts({
  copyLink: ['Copy User Link', 'Copiar enlace del usuario'],
  copied: ['User link copied.', 'Enlace del usuario copiado.'],
  notCopied: ["We couldn't copy the link. Copy it here: {link}", 'No pudimos copiar el enlace. Cópielo aquí: {link}'],
})

/** Copies the staff address of the account. */
export function CopyUserLink({ path }: { path: string }) {
  const t = useTexts(messages)
  const copy = async () => {
    const link = new URL(path, location.origin).href
    // Fails if the page is not secure or the person declines; then the link can be copied by hand.
    const copied = await navigator.clipboard?.writeText(link).then(
      () => true,
      () => false,
    )
    toast(copied ? { kind: 'success', text: t('copied') } : { kind: 'error', text: t('notCopied', { link }) })
  }
  return (
    <Button variant="link" size="sm" id="user-link" className="scripted" onClick={copy}>
      {t('copyLink')}
    </Button>
  )
}
