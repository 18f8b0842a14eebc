import { lazy, type MouseEvent, Suspense, useState } from 'react'
import { LinkButton } from '#platform/ui/button.tsx'
import { Dialog } from '#platform/ui/dialog.tsx'
import { island } from '#platform/ui/island.tsx'
import { Lines } from '#platform/ui/loaded.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { invitationTexts } from './invitations.texts.ts'

const Invitations = lazy(() => import('./invitations.tsx'))

/** Opens the invitations above the page; without scripts or in another tab, the link opens their page. */
export default island('identity/invite-instructor', { when: 'idle' }, InviteInstructor)

function InviteInstructor({ href }: { href: string }) {
  const t = useTexts(invitationTexts)
  const [open, setOpen] = useState(false)
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <>
      <LinkButton href={href} variant="outline" onClick={onClick}>
        {t('invite')}
      </LinkButton>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('invite')} width="large">
        <Suspense fallback={<Lines />}>
          <Invitations first={null} typed={null} />
        </Suspense>
      </Dialog>
    </>
  )
}
