import { Button } from '#platform/ui/button.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { toast } from '#platform/ui/toast.ts'
import { agencyPageTexts } from './agency-pages.texts.ts'

/** Copies one value of a worksheet. */
export default island('learning/copy-value', { when: 'idle' }, CopyValue)

function CopyValue({ value, label }: { value: string; label: string }) {
  const t = useTexts(agencyPageTexts)
  const copy = async () => {
    // Fails if the page is not secure or the person declines; then the value can be copied by hand.
    const copied = await navigator.clipboard?.writeText(value).then(
      () => true,
      () => false,
    )
    toast(copied ? { kind: 'success', text: t('copied') } : { kind: 'error', text: t('notCopied') })
  }
  return (
    <Button variant="outline" size="sm" className="scripted" aria-label={t('copyOf', { label })} onClick={copy}>
      {t('copy')}
    </Button>
  )
}
