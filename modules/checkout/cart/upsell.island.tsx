import { useEffect, useState } from 'react'
import { pathTo } from '#platform/path-to.ts'
import { Button, SubmitButton } from '#platform/ui/button.tsx'
import { Dialog } from '#platform/ui/dialog.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { upsellTexts } from './upsell.texts.ts'

export type UpsellProps = {
  /** Formatted prices. */
  offers: { course_website_id: number; name: string; price: string }[]
}

/** Recommendations for the cart's courses, offered once; without scripts they appear only on the page. */
export default island('checkout/upsell', { when: 'idle' }, Upsell)

function Upsell({ offers }: UpsellProps) {
  const t = useTexts(upsellTexts)
  const [open, setOpen] = useState(false)
  const key = offers.map(({ course_website_id }) => course_website_id).join()
  useEffect(() => setOpen(isNew(key)), [key])
  const close = () => setOpen(false)
  const actions = (
    <Button variant="outline" onClick={close}>
      {t('no')}
    </Button>
  )
  return (
    <Dialog open={open} onClose={close} title={t('title')} actions={actions}>
      <ul className="grid gap-4">
        {offers.map(({ course_website_id, name, price }) => (
          <li key={course_website_id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <span className="min-w-40 flex-1">
              <strong>{name}</strong> <span className="figures">{price}</span>
            </span>
            <form method="post" action={pathTo('/cart/add')}>
              <input type="hidden" name="course_website_id" value={course_website_id} />
              <SubmitButton size="sm" aria-label={t('addNamed', { name })}>
                {t('add')}
              </SubmitButton>
            </form>
          </li>
        ))}
      </ul>
    </Dialog>
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
    // Without storage no one is asked repeatedly.
    return false
  }
}
