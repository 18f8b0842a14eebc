import { useEffect, useState } from 'react'
import { pathTo } from '#platform/path-to.ts'
import { Button, SubmitButton } from '#platform/ui/button.tsx'
import { Dialog } from '#platform/ui/dialog.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { offeredCookie, watchExit } from './exit-intent.shared.ts'
import { offerTexts } from './leaver-offer.texts.ts'

export type LeaverOfferProps = {
  code: string
  /** Formatted. */
  saving: string
  mobileSeconds: number
  scrollup: boolean
}

/** 'Before You Leave!', once per visitor; the code is applied with the checkout's usual form. */
export default island('checkout/leaver-offer', { when: 'idle' }, LeaverOffer)

function LeaverOffer({ code, saving, mobileSeconds, scrollup }: LeaverOfferProps) {
  const t = useTexts(offerTexts)
  const [open, setOpen] = useState(false)
  useEffect(
    () =>
      watchExit({ mobileSeconds, scrollup }, () => {
        // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser yet
        document.cookie = offeredCookie(location.protocol === 'https:')
        setOpen(true)
      }),
    [mobileSeconds, scrollup],
  )
  const close = () => setOpen(false)
  return (
    <Dialog open={open} onClose={close} title={t('title')}>
      <p>{t('body', { saving, code })}</p>
      <form method="post" action={pathTo('/checkout')} className="mt-4 flex flex-wrap justify-end gap-2">
        <input type="hidden" name="action" value="promo" />
        <input type="hidden" name="code" value={code} />
        <Button variant="outline" onClick={close}>
          {t('no')}
        </Button>
        <SubmitButton>{t('apply')}</SubmitButton>
      </form>
    </Dialog>
  )
}
