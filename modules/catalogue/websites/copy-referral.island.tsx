import type { MouseEvent } from 'react'
import { texts } from '../../../platform/texts.ts'
import { island } from '../../../platform/ui/island.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { toast } from '../../../platform/ui/toast.ts'

const words = texts({
  copied: ['Referral Link Copied', 'Enlace de referencia copiado'],
  notCopied: ['The link could not be copied: {link}', 'No se pudo copiar el enlace: {link}'],
})

/** A referral link: a press copies it; without scripts, and in a new window, it leads where its visitors come. */
export default island('catalogue/copy-referral', { when: 'idle' }, CopyReferral)

function CopyReferral({ link, label, title }: { link: string; label: string; title: string }) {
  const t = useTexts(words)
  async function onClick(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    // Refused where the page is not secure, or the person does not allow it: then the link can be copied by hand.
    const copied = await navigator.clipboard?.writeText(link).then(
      () => true,
      () => false,
    )
    toast(copied ? { kind: 'success', text: t('copied') } : { kind: 'error', text: t('notCopied', { link }) })
  }
  return (
    <a href={link} title={title} onClick={onClick} className="break-all text-brand-ink underline underline-offset-3">
      {label}
    </a>
  )
}
