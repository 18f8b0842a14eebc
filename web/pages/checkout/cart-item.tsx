import ItemOptions from '#modules/checkout/cart/item-options.island.tsx'
import type { CartItem, CartResponse } from '#modules/checkout/entry.ts'
import type { Locale } from '#platform/texts.ts'
import { SubmitButton } from '#platform/ui/button.tsx'
import { FieldError } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { words } from './checkout.texts.ts'
import { money } from './money.ts'

type Props = { item: CartItem; locale: Locale }
/** The errors of a refused payment for it. */
type ItemProps = Props & { errors: Readonly<Record<string, string>> }

/** One course of the cart with its choices; a bundled one has none. */
export function Item({ item, errors, locale }: ItemProps) {
  const t = useTexts(words)
  const error = errors[`item_${item.id}`]
  const { name, image } = item.courseVersionDetail
  const bundled = item.bundled_cart_item_id !== null
  return (
    <li className="grid gap-3 border-b pb-5 last:border-b-0 last:pb-0">
      <div className="flex items-start gap-4">
        {image && (
          <img src={image} alt="" width={56} height={56} loading="lazy" className="size-14 shrink-0 object-contain" />
        )}
        <div className="min-w-0 flex-1">
          <h3 className="font-semibold">{name}</h3>
          {bundled ? (
            <p className="text-muted-foreground">{t('included')}</p>
          ) : (
            <p className="figures">{money(item.price, locale)}</p>
          )}
        </div>
      </div>
      {error && <FieldError>{error}</FieldError>}
      {!bundled && <Options item={item} errors={errors} locale={locale} />}
      {!bundled && <Actions id={item.id} name={name} />}
      {item.optional_ind && (
        <div>
          <SubmitButton
            form={`remove-${item.id}`}
            variant="outline"
            size="sm"
            aria-label={t('leaveOutNamed', { name })}
          >
            {t('leaveOut')}
          </SubmitButton>
        </div>
      )}
    </li>
  )
}

/** Omitted parts of the cart's bundles. */
export function LeftOutItems({ items }: { items: CartResponse['leftOutItems'] }) {
  const t = useTexts(words)
  if (items.length === 0) return null
  return (
    <section aria-label={t('leftOut')} className="rounded-md bg-muted px-4 py-3">
      <h3 className="mb-2 font-semibold">{t('leftOut')}</h3>
      <ul className="grid gap-2">
        {items.map(({ id, name }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <span className="min-w-40 flex-1">{name}</span>
            <SubmitButton form={`include-${id}`} variant="outline" size="sm" aria-label={t('includeNamed', { name })}>
              {t('include')}
            </SubmitButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Options({ item, errors, locale }: ItemProps) {
  const [audio] = item.addOns
  if (item.shippingMethods.length === 0 && !audio) return null
  const methods = item.shippingMethods.map(({ value, label, price }) => ({
    value,
    label,
    price: price === 'FREE' ? null : money(price, locale),
  }))
  return (
    <ItemOptions
      form={`item-${item.id}`}
      methods={methods}
      chosen={item.lk_shipping_type_id}
      error={errors[`shipping_${item.id}`]}
      audio_price={audio ? money(audio.price, locale) : null}
      audio={item.audioSelected}
      send_email={item.shipCertificate ? item.sendEmail : null}
    />
  )
}

function Actions({ id, name }: { id: number; name: string }) {
  const t = useTexts(words)
  return (
    <div className="flex flex-wrap gap-2">
      <SubmitButton form={`save-${id}`} variant="outline" size="sm" aria-label={t('saveNamed', { name })}>
        {t('save')}
      </SubmitButton>
      <SubmitButton
        form={`remove-${id}`}
        variant="destructive-outline"
        size="sm"
        aria-label={t('removeNamed', { name })}
      >
        {t('remove')}
      </SubmitButton>
    </div>
  )
}
