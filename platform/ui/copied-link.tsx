import type { MouseEvent } from 'react'
import { texts } from '#platform/texts.ts'
import { useTexts } from './locale.tsx'
import { toast } from './toast.ts'

const messages = texts({
  copy: ['Copy link', 'Copiar enlace'],
  notCopied: ["We couldn't copy the link. Copy it here: {link}", 'No pudimos copiar el enlace. Cópielo aquí: {link}'],
})

type CopiedLinkProps = {
  href: string
  label: string
  /** The message when the link has been copied. */
  message: string
}

/** A link that copies its address on click; without scripts or in a new window it opens. */
export function CopiedLink({ href, label, message }: CopiedLinkProps) {
  const t = useTexts(messages)
  async function onClick(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    // Fails if the page is not secure or the person declines; then the link can be copied by hand.
    const copied = await navigator.clipboard?.writeText(href).then(
      () => true,
      () => false,
    )
    toast(copied ? { kind: 'success', text: message } : { kind: 'error', text: t('notCopied', { link: href }) })
  }
  return (
    <a
      href={href}
      title={t('copy')}
      onClick={onClick}
      className="font-semibold break-all text-accent-foreground underline underline-offset-3 hover:no-underline"
    >
      {label}
    </a>
  )
}
