import { lazy, Suspense, useEffect, useState } from 'react'
import { island } from '#platform/ui/island.tsx'
import type { UpsellProps } from './upsell-dialog.tsx'

/** Loaded lazily because the dialog is shown only once per offer. */
const UpsellDialog = lazy(() => import('./upsell-dialog.tsx'))

/** Recommendations for the cart's courses in a dialog, shown once; without scripts they appear only on the page. */
export default island('checkout/upsell', { when: 'later' }, Upsell)

function Upsell({ offers }: UpsellProps) {
  const [open, setOpen] = useState(false)
  const key = offers.map(({ course_website_id }) => course_website_id).join()
  useEffect(() => setOpen(markOffered(key)), [key])
  return (
    open && (
      <Suspense>
        <UpsellDialog offers={offers} onClose={() => setOpen(false)} />
      </Suspense>
    )
  )
}

/** Marks these courses as offered in this window. Returns false if they already were. */
function markOffered(key: string): boolean {
  try {
    const offered = sessionStorage.getItem('upsell')?.split(' ') ?? []
    if (offered.includes(key)) return false
    sessionStorage.setItem('upsell', [...offered, key].join(' '))
    return true
  } catch {
    // The dialog is never shown without storage, so that it does not reappear on every page.
    return false
  }
}
