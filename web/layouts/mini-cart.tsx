import type { MiniCart } from '#modules/checkout/entry.ts'
import { formatMoney } from '#platform/money.ts'
import { pathTo } from '#platform/path-to.ts'
import { type Locale, texts } from '#platform/texts.ts'
import { LinkButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PopoverContent } from '#platform/ui/popover.tsx'
import { type Frame, withCarriedParams } from '#platform/web/frame.ts'

const messages = texts({
  total: ['Total', 'Total'],
  free: ['FREE', 'GRATIS'],
  checkout: ['Checkout', 'Finalizar la compra'],
  mustSignIn: [
    'You must Sign In or Register to complete the Check Out process',
    'Debe iniciar sesión o registrarse para completar la compra',
  ],
})

/** The cart preview, opened by the header's button, without scripts. */
export function MiniCartPopover({ cart, frame }: { cart: MiniCart; frame: Frame }) {
  const t = useTexts(messages)
  return (
    <PopoverContent id="mini-cart" className="sm:w-88">
      <div className="grid gap-3 p-3">
        <ul className="grid gap-2">
          {cart.items.map((item) => (
            <Item key={item.id} item={item} locale={frame.locale} />
          ))}
        </ul>
        <p className="flex justify-between gap-4 border-t pt-2 text-lg font-bold">
          {t('total')} <span className="figures">{dollars(cart.total, frame.locale)}</span>
        </p>
        {!frame.user && <p className="text-sm text-muted-foreground">{t('mustSignIn')}</p>}
        <LinkButton href={withCarriedParams(frame, pathTo('/checkout'))} wide>
          {t('checkout')}
        </LinkButton>
      </div>
    </PopoverContent>
  )
}

function Item({ item: { name, shipping }, locale }: { item: MiniCart['items'][number]; locale: Locale }) {
  const t = useTexts(messages)
  return (
    <li className="leading-5">
      <span className="block font-semibold">{name}</span>
      {shipping && (
        <span className="block text-sm text-muted-foreground">
          {shipping.name} · {shipping.price === 'FREE' ? t('free') : dollars(shipping.price, locale)}
        </span>
      )}
    </li>
  )
}

const dollars = (sum: number, locale: Locale) => formatMoney(Math.round(sum * 100), locale)
