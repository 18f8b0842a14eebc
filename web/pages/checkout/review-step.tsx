import { Fragment } from 'react'
import ItemOptions from '../../../modules/checkout/cart/item-options.island.tsx'
import type { CartItem } from '../../../modules/checkout/index.ts'
import { options } from '../../../platform/lookups.ts'
import { SubmitButton } from '../../../platform/ui/button.tsx'
import { Checkbox } from '../../../platform/ui/choice.tsx'
import { SelectField, TextField } from '../../../platform/ui/field.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { datePattern } from '../../../platform/ui/masks.ts'
import { field } from '../../../platform/web/form.ts'
import type { ViewInput } from '../../../platform/web/page.ts'
import { words } from './checkout.texts.ts'
import type { Checkout } from './checkout-load.ts'
import { money } from './money.ts'
import { Step } from './step.tsx'

/** The courses, how their certificates are delivered, and what the buyer must agree to. */
export function ReviewStep({ data, input }: { data: Checkout; input: ViewInput }) {
  const t = useTexts(words)
  const rest = !data.returning
  return (
    <Step n={2} title={t('review')}>
      <ul className="grid gap-5">
        {data.cart.cartItems.map((item) => (
          <Item key={item.id} item={item} input={input} />
        ))}
      </ul>
      <details className="text-sm">
        <summary className="cursor-pointer font-semibold text-brand-ink">
          {t('delivery')}: {t('learnMore')}
        </summary>
        <p className="mt-1 text-muted">{t('shippingHelp')}</p>
      </details>
      {rest && data.needs_address && <Address {...input} />}
      {rest && data.needs_dob && <DateOfBirth {...input} />}
      {rest && data.agreement.needed && <Agreement data={data} input={input} />}
    </Step>
  )
}

function Item({ item, input: { locale } }: { item: CartItem; input: ViewInput }) {
  const t = useTexts(words)
  const { name, image } = item.courseVersionDetail
  const [audio] = item.addOns
  return (
    <li className="grid gap-3 border-b pb-5 last:border-b-0 last:pb-0">
      <div className="flex items-start gap-4">
        {image && <img src={image} alt="" width={56} height={56} className="size-14 shrink-0 object-contain" />}
        <div className="min-w-0 flex-1">
          <h3 className="font-semibold">{name}</h3>
          <p className="figures">{money(item.price, locale)}</p>
        </div>
        <SubmitButton
          form={`remove-${item.id}`}
          look="danger-quiet"
          size="small"
          aria-label={t('removeNamed', { name })}
        >
          {t('remove')}
        </SubmitButton>
      </div>
      {(item.shippingMethods.length > 0 || audio) && (
        <ItemOptions
          form={`item-${item.id}`}
          methods={item.shippingMethods.map(({ value, label, price }) => ({
            value,
            label,
            price: price === 'FREE' ? null : money(price, locale),
          }))}
          chosen={item.lk_shipping_type_id}
          audio_price={audio ? money(audio.price, locale) : null}
          audio={item.audioSelected}
        />
      )}
    </li>
  )
}

/** The forms of the items and of the promo code; their controls name them, since forms cannot be nested. */
export function SmallForms({ data: { cart } }: { data: Checkout }) {
  return (
    <div hidden>
      {cart.cartItems.map(({ id, promoCode }) => (
        <Fragment key={id}>
          <SmallForm id={`item-${id}`} deed="item" cart_item_id={id} />
          <SmallForm id={`remove-${id}`} deed="remove" cart_item_id={id} />
          {promoCode && <SmallForm id={`promo-off-${id}`} deed="promo-off" cart_item_id={id} />}
        </Fragment>
      ))}
      <SmallForm id="promo" deed="promo" />
    </div>
  )
}

function SmallForm({ id, deed, cart_item_id }: { id: string; deed: string; cart_item_id?: number }) {
  return (
    <form id={id} method="post" action="/checkout">
      <input type="hidden" name="deed" value={deed} />
      {cart_item_id !== undefined && <input type="hidden" name="cart_item_id" value={cart_item_id} />}
    </form>
  )
}

function Address({ form, locale }: ViewInput) {
  const t = useTexts(words)
  return (
    <fieldset className="grid gap-4 sm:grid-cols-6">
      <legend className="mb-2 font-semibold">{t('address')}</legend>
      <TextField
        {...field(form, 'address1')}
        className="sm:col-span-4"
        label={t('address1')}
        autoComplete="address-line1"
        required
      />
      <TextField
        {...field(form, 'address2')}
        className="sm:col-span-2"
        label={t('address2')}
        autoComplete="address-line2"
        optional
      />
      <TextField
        {...field(form, 'city')}
        className="sm:col-span-3"
        label={t('city')}
        autoComplete="address-level2"
        required
      />
      <SelectField
        {...field(form, 'stateId')}
        className="sm:col-span-2"
        label={t('state')}
        options={options('lk_state', locale)}
        placeholder
        required
      />
      <TextField {...field(form, 'zip')} label={t('zip')} autoComplete="postal-code" maxLength={10} required />
    </fieldset>
  )
}

/** The field of the form's date of birth, as the language writes days. */
export function DateOfBirth({ form, locale }: ViewInput) {
  const t = useTexts(words)
  return (
    <TextField
      {...field(form, 'dob')}
      className="sm:max-w-64"
      label={t('dob')}
      hint={t('dobHint', { pattern: datePattern(locale) })}
      autoComplete="bday"
      inputMode="numeric"
      maxLength={10}
      required
    />
  )
}

/** The texts stand here in full, so that nobody agrees to what they have not been shown. */
export function Agreement({
  data: { agreement },
  input: { form },
}: {
  data: Pick<Checkout, 'agreement'>
  input: ViewInput
}) {
  const t = useTexts(words)
  const accepted = field(form, 'accepted')
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">{t('terms')}</legend>
      {agreement.texts.map(({ name, disclaimer }) => (
        <section
          key={name}
          aria-label={name}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          tabIndex={0}
          className="max-h-56 overflow-y-auto rounded-md border bg-sunken px-4 py-3 text-sm whitespace-pre-line"
        >
          <h3 className="font-semibold">{name}</h3>
          {disclaimer}
        </section>
      ))}
      <input type="hidden" name="opened" value="1" />
      <Checkbox
        name="accepted"
        value="1"
        label={t('accept')}
        defaultChecked={form.values.accepted === '1'}
        error={accepted.error}
        required
      />
      {agreement.type && (
        <TextField
          {...field(form, 'typed')}
          className="sm:max-w-64"
          label={t('typeAgree')}
          autoComplete="off"
          maxLength={20}
          required
        />
      )}
    </fieldset>
  )
}
