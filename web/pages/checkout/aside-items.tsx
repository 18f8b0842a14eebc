import type { ReactNode } from 'react'
import Upsell from '#modules/checkout/cart/upsell.island.tsx'
import type { CartItem, OfferedCourse } from '#modules/checkout/entry.ts'
import { pathTo } from '#platform/path-to.ts'
import type { Locale } from '#platform/texts.ts'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { words } from './checkout.texts.ts'
import type { Checkout } from './checkout-load.ts'
import { money } from './money.ts'

type Props = { data: Checkout; locale: Locale }

/** Saved and related courses, shown beside the cart in forms of their own. */
export function AsideItems({ data, locale }: Props) {
  if (data.cart.savedItems.length === 0 && data.related.length === 0) return null
  return (
    <div className="grid gap-6">
      <Saved data={data} locale={locale} />
      <Related data={data} locale={locale} />
    </div>
  )
}

function Saved({ data: { cart, pending }, locale }: Props) {
  const t = useTexts(words)
  if (cart.savedItems.length === 0) return null
  return (
    <Panel title={t('saved')}>
      <ul className="grid gap-4">
        {cart.savedItems.map((item) => (
          <Row key={item.id} course={item} locale={locale}>
            {!pending && <SavedActions id={item.id} name={item.name} />}
          </Row>
        ))}
      </ul>
    </Panel>
  )
}

function SavedActions({ id, name }: { id: number; name: string }) {
  const t = useTexts(words)
  return (
    <form method="post" action={pathTo('/checkout')} className="flex flex-wrap gap-2">
      <input type="hidden" name="cart_item_id" value={id} />
      <SubmitButton name="action" value="save" variant="outline" size="sm" aria-label={t('backNamed', { name })}>
        {t('back')}
      </SubmitButton>
      <SubmitButton
        name="action"
        value="remove"
        variant="destructive-outline"
        size="sm"
        aria-label={t('removeNamed', { name })}
      >
        {t('remove')}
      </SubmitButton>
    </form>
  )
}

function Related({ data: { related, pending }, locale }: Props) {
  const t = useTexts(words)
  if (related.length === 0 || pending) return null
  return (
    <Panel title={t('related')}>
      <ul className="grid gap-4">
        {related.map((course) => (
          <Row key={course.course_website_id} course={course} locale={locale}>
            <form method="post" action={pathTo('/cart/add')}>
              <input type="hidden" name="course_website_id" value={course.course_website_id} />
              <SubmitButton variant="outline" size="sm" aria-label={t('addNamed', { name: course.name })}>
                {t('add')}
              </SubmitButton>
            </form>
          </Row>
        ))}
      </ul>
    </Panel>
  )
}

function Row({ course, locale, children }: { course: OfferedCourse; locale: Locale; children: ReactNode }) {
  const { name, image, price } = course
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b pb-4 last:border-b-0 last:pb-0">
      {image && (
        <img src={image} alt="" width={40} height={40} loading="lazy" className="size-10 shrink-0 object-contain" />
      )}
      <div className="min-w-40 flex-1">
        <p className="font-semibold">{name}</p>
        <p className="figures text-sm text-muted-foreground">{money(price, locale)}</p>
      </div>
      {children}
    </li>
  )
}

/** The authors' recommendations for the cart's courses, offered once in a dialog; the page's list has them, too. */
export function UpsellOffer({ items, locale }: { items: readonly CartItem[]; locale: Locale }) {
  const offers = new Map(items.flatMap((item) => item.courseUpsells).map((item) => [item.course_website_id, item]))
  if (offers.size === 0) return null
  const upsells = [...offers.values()].map(({ course_website_id, name, price }) => ({
    course_website_id,
    name,
    price: money(price, locale),
  }))
  return <Upsell offers={upsells} />
}
