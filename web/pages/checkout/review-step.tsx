import type { AgeRule } from '../../../modules/checkout/orders/age-rule.shared.ts'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { PopoverButton, Sheet } from '../../../platform/ui/popover.tsx'
import type { ViewInput } from '../../../platform/web/page.ts'
import { Addresses } from './addresses.tsx'
import { Agreement, DateOfBirth } from './agreement.tsx'
import { Item, LeftOut } from './cart-item.tsx'
import { words } from './checkout.texts.ts'
import type { Checkout } from './checkout-load.ts'
import { Promo } from './promo.tsx'
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
      <LeftOut items={data.cart.leftOutItems} />
      <ShippingHelp />
      <Promo cart={data.cart} form={input.form} />
      {rest && <Addresses data={data} input={input} />}
      {rest && data.needs_dob && <DateOfBirth rules={ageRules(data)} input={input} />}
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

/** Who may buy, each rule once. */
function ageRules({ cart }: Checkout): AgeRule[] {
  const rules = cart.cartItems
    .map(({ course_registration_options: options }) => options)
    .filter(({ ageEnabled }) => ageEnabled)
    .map(({ aboveOrBelowAge, age }) => ({ aboveOrBelowAge, age }))
  return rules.filter((one, at) => rules.findIndex((other) => isSameRule(one, other)) === at)
}

const isSameRule = (one: AgeRule, other: AgeRule): boolean =>
  one.age === other.age && one.aboveOrBelowAge === other.aboveOrBelowAge
