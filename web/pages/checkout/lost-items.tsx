import type { CheckoutStep } from '#modules/checkout/entry.ts'
import { pathTo } from '#platform/path-to.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { SubmitButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { words } from './checkout.texts.ts'

/** Items no longer for sale: shown above the steps until the shopper removes them. */
export function LostItems({ lost, pending }: Pick<CheckoutStep, 'lost' | 'pending'>) {
  const t = useTexts(words)
  return (
    <div data-place="cart" className="grid gap-3">
      {lost.map(({ id, name }) => (
        <Alert
          key={id}
          variant="attention"
          title={t('lostTitle', { name })}
          action={
            !pending && (
              <form method="post" action={pathTo('/checkout')}>
                <input type="hidden" name="action" value="remove" />
                <input type="hidden" name="cart_item_id" value={id} />
                <SubmitButton variant="outline" size="sm" aria-label={t('removeNamed', { name })}>
                  {t('remove')}
                </SubmitButton>
              </form>
            )
          }
        >
          {t('lostText')}
        </Alert>
      ))}
    </div>
  )
}
