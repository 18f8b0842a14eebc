import { checkoutErrors } from '../../../modules/checkout/index.ts'
import { type Locale, pick } from '../../../platform/texts.ts'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { PopoverButton, Sheet } from '../../../platform/ui/popover.tsx'
import type { ViewInput } from '../../../platform/web/page.ts'
import { AddressFields } from './address-fields.tsx'
import { Agreement, DateOfBirth } from './agreement.tsx'
import { Item } from './cart-item.tsx'
import { words } from './checkout.texts.ts'
import type { Checkout } from './checkout-load.ts'
import { Step } from './step.tsx'

/** The courses, how their certificates are delivered, and what the buyer must agree to. */
export function ReviewStep({ data, input }: { data: Checkout; input: ViewInput }) {
  const t = useTexts(words)
  const rest = !data.returning
  return (
    <Step n={2} title={t('review')}>
      <ul className="grid gap-5">
        {data.cart.cartItems.map((item) => (
          <Item key={item.id} item={item} locale={input.locale} />
        ))}
      </ul>
      <ShippingHelp />
      {rest && data.needs_address && <AddressFields {...input} />}
      {rest && data.needs_dob && <DateOfBirth rules={ageRules(data, input.locale)} input={input} />}
      {rest && data.agreement.needed && <Agreement data={data} input={input} />}
    </Step>
  )
}

function ShippingHelp() {
  const t = useTexts(words)
  return (
    <div className="flex flex-wrap items-center gap-x-1 text-sm">
      {t('delivery')}:
      <PopoverButton opens="shipping-help" size="small">
        {t('learnMore')}
      </PopoverButton>
      <Sheet id="shipping-help" title={t('delivery')} side="end">
        <p className="p-5">{t('shippingHelp')}</p>
      </Sheet>
    </div>
  )
}

/** Who may buy, in the words in which anybody else is refused. */
function ageRules({ cart }: Checkout, locale: Locale): string[] {
  const rules = cart.cartItems.map(({ course_registration_options: options }) => options)
  const said = rules
    .filter(({ ageEnabled }) => ageEnabled)
    .map(({ aboveOrBelowAge, age }) => {
      const { text } = aboveOrBelowAge === 'Above' ? checkoutErrors.ageAbove : checkoutErrors.ageBelow
      return pick(locale, text, { age })
    })
  return [...new Set(said)]
}
