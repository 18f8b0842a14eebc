import { lazy, Suspense, useEffect, useState } from 'react'
import { island } from '#platform/ui/island.tsx'
import type { UpsellProps } from './upsell-dialog.tsx'

/** Shown once, after the page. */
const UpsellDialog = lazy(() => import('./upsell-dialog.tsx'))

/** Recommendations for the cart's courses, offered once; without scripts they appear only on the page. */
export default island('checkout/upsell', { when: 'later' }, Upsell)

function Upsell({ offers }: UpsellProps) {
  const [open, setOpen] = useState(false)
  const key = offers.map(({ course_website_id }) => course_website_id).join()
  useEffect(() => setOpen(isNew(key)), [key])
  return (
    open && (
      <Suspense>
        <UpsellDialog offers={offers} onClose={() => setOpen(false)} />
      </Suspense>
    )
  )
}

/** Whether these courses have not been offered in this window yet; marks them as offered. */
function isNew(key: string): boolean {
  try {
    const offered = sessionStorage.getItem('upsell')?.split(' ') ?? []
    if (offered.includes(key)) return false
    sessionStorage.setItem('upsell', [...offered, key].join(' '))
    return true
  } catch {
    // Without storage the offer is not shown, so that no one sees it repeatedly.
    return false
  }
}
