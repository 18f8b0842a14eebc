import type { AccountPlace } from '#modules/identity/account/account-place.shared.ts'
import { formatMoney, toCents } from '#platform/money.ts'
import type { ResponseOf } from '#platform/ui/api.ts'
import { Empty } from '#platform/ui/empty.tsx'
import { island } from '#platform/ui/island.tsx'
import { ShowLoaded, useLoaded } from '#platform/ui/loaded.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { cartTabTexts } from './cart-tab.texts.ts'

type Carts = ResponseOf<'/cart/fetchCartByUserId'>
type Props = { place: AccountPlace; first: Carts | null }

/** A person's carts, for staff, who can't change them. */
export default island('checkout/cart-tab', { when: 'visible' }, CartTab)

function CartTab({ place, first }: Props) {
  const t = useTexts(cartTabTexts)
  const query = { user_id: place.user_id ?? 0 }
  const loaded = useLoaded(first, (api) => api.GET('/cart/fetchCartByUserId', { params: { query } }))
  return (
    <ShowLoaded loaded={loaded}>
      {({ carts }) =>
        carts.length === 0 ? (
          <Empty title={t('none')}>{t('noneText')}</Empty>
        ) : (
          <div className="grid grid-cols-1 gap-6">
            {carts.map((cart) => (
              <CartSection key={cart.organization_id} cart={cart} />
            ))}
          </div>
        )
      }
    </ShowLoaded>
  )
}

function CartSection({ cart }: { cart: Carts['carts'][number] }) {
  const t = useTexts(cartTabTexts)
  const locale = useLocale()
  const formatDollars = (dollars: number) => formatMoney(toCents(dollars), locale)
  const title = t('cart', { organization: cart.organization_name })
  return (
    <section className="grid grid-cols-1 gap-2">
      <h3 className="font-semibold">{title}</h3>
      <Table label={title} stacked>
        <thead>
          <tr>
            <TableHead>{t('course')}</TableHead>
            <TableHead>{t('code')}</TableHead>
            <TableHead numeric>{t('price')}</TableHead>
          </tr>
        </thead>
        <tbody>
          {cart.items.map((item) => (
            <tr key={item.cart_item_id}>
              <TableCell label={t('course')} className="min-w-48">
                <span>
                  {item.course_name}
                  {item.saved_ind && <Note>{t('saved')}</Note>}
                </span>
              </TableCell>
              <TableCell label={t('code')}>
                {item.code ? `${item.code} (−${formatDollars(item.discount)})` : '—'}
              </TableCell>
              <TableCell label={t('price')} numeric>
                {formatDollars(item.price)}
              </TableCell>
            </tr>
          ))}
          {cart.unavailable.map(({ id, name }) => (
            <tr key={id}>
              <TableCell label={t('course')} className="min-w-48">
                <span>
                  {name}
                  <Note>{t('unavailable')}</Note>
                </span>
              </TableCell>
              <TableCell label={t('code')}>—</TableCell>
              <TableCell label={t('price')} numeric>
                —
              </TableCell>
            </tr>
          ))}
        </tbody>
      </Table>
      <p className="figures text-end font-semibold">
        {t('total')}: {formatDollars(cart.total)}
      </p>
    </section>
  )
}

const Note = ({ children }: { children: string }) => (
  <span className="block text-sm text-muted-foreground">{children}</span>
)
