import { lazy, Suspense, useEffect, useState } from 'react'
import { island } from '#platform/ui/island.tsx'
import { offeredCookie, watchExit } from './exit-intent.shared.ts'

/** Loaded lazily, because most visitors never see it. */
const LeaverDialog = lazy(() => import('./leaver-dialog.tsx'))

export type LeaverOfferProps = {
  code: string
  /** Formatted. */
  saving: string
  mobileSeconds: number
  scrollup: boolean
}

/** The dialog 'Before You Leave!', shown once per visitor. The code is applied with the checkout's usual form. */
export default island('checkout/leaver-offer', { when: 'later' }, LeaverOffer)

function LeaverOffer({ code, saving, mobileSeconds, scrollup }: LeaverOfferProps) {
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
  return (
    open && (
      <Suspense>
        <LeaverDialog code={code} saving={saving} onClose={() => setOpen(false)} />
      </Suspense>
    )
  )
}
