import { pathTo } from '#platform/path-to.ts'
import { Button, SubmitButton } from '#platform/ui/button.tsx'
import { Dialog } from '#platform/ui/dialog.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { upsellTexts } from './upsell.texts.ts'

export type UpsellProps = {
  /** Formatted prices. */
  offers: { course_website_id: number; name: string; price: string }[]
}

type Props = UpsellProps & { onClose: () => void }

export default function UpsellDialog({ offers, onClose }: Props) {
  const t = useTexts(upsellTexts)
  const actions = (
    <Button variant="outline" onClick={onClose}>
      {t('no')}
    </Button>
  )
  return (
    <Dialog open onClose={onClose} title={t('title')} actions={actions}>
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
