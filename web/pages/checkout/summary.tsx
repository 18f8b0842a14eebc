import type { Locale } from '#platform/texts.ts'
import { Panel } from '#platform/ui/card.tsx'
import { cn } from '#platform/ui/cn.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { words } from './checkout.texts.ts'
import type { Checkout } from './checkout-load.ts'
import { money } from './money.ts'

type Props = { cart: Checkout['cart']; locale: Locale }

/** The sums beside the steps; on a phone, where they would come after the pay button, the payment step shows them. */
export function Summary({ wideOnly = false, ...props }: Props & { wideOnly?: boolean }) {
  const t = useTexts(words)
  return (
    <Panel title={t('summary')} className={cn('lg:sticky lg:top-4', wideOnly && 'max-lg:hidden')}>
      <Sums {...props} />
    </Panel>
  )
}

/** The sums of a cart. */
export function Sums({ cart, locale, className }: Props & { className?: string }) {
  const t = useTexts(words)
  const sum = (dollars: number) => money(dollars, locale)
  const rows: [string, string, boolean][] = [
    [t('subtotal'), sum(cart.subtotal), cart.cartItems.length > 1 || cart.total !== cart.subtotal],
    [t('audio'), sum(cart.addOns), cart.addOns > 0],
    [t('shipping'), cart.shipping === 0 ? t('free') : sum(cart.shipping), true],
    [t('discount'), sum(-cart.discount), cart.discount > 0],
    [t('tax'), sum(cart.tax), cart.tax > 0],
  ]
  return (
    <dl className={cn('grid gap-1.5', className)}>
      {cart.cartItems.map(({ id, courseVersionDetail: { name }, price, bundled_cart_item_id }) => (
        <div key={id} className="flex justify-between gap-4 border-b pb-1.5">
          <dt className="min-w-0">{name}</dt>
          <dd className="figures">{bundled_cart_item_id === null ? sum(price) : t('includedShort')}</dd>
        </div>
      ))}
      {rows
        .filter(([, , isShown]) => isShown)
        .map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-muted-foreground">{name}</dt>
            <dd className="figures">{value}</dd>
          </div>
        ))}
      <div className="mt-1 flex justify-between gap-4 border-t pt-2 text-xl font-bold">
        <dt>{t('total')}</dt>
        <dd className="figures">{sum(cart.total)}</dd>
      </div>
    </dl>
  )
}
