import { type AgeRule, excludeEveryAge } from '#modules/catalogue/versions/age-rule.shared.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PopoverTrigger } from '#platform/ui/popover.tsx'
import { Sheet } from '#platform/ui/sheet.tsx'
import type { ViewInput } from '#platform/web/page.ts'
import { Addresses } from './addresses.tsx'
import { Agreement, DateOfBirth, type ShownRule } from './agreement.tsx'
import { Item, LeftOutItems } from './cart-item.tsx'
import { words } from './checkout.texts.ts'
import type { Checkout } from './checkout-load.ts'
import { Promo } from './promo.tsx'
import { Step } from './step.tsx'

/** The courses, the delivery of their certificates, and the required agreements. */
export function ReviewStep({ data, input }: { data: Checkout; input: ViewInput }) {
  const t = useTexts(words)
  const showsDetails = !data.returning
  const rules = ageRules(data)
  return (
    <Step n={2} title={t('review')}>
      {excludeEveryAge(rules) && <Alert variant="attention">{t('agesDiffer')}</Alert>}
      <ul data-place="cart" className="grid gap-5">
        {data.cart.cartItems.map((item) => (
          <Item key={item.id} item={item} errors={input.form.errors} locale={input.locale} />
        ))}
      </ul>
      <LeftOutItems items={data.cart.leftOutItems} />
      <ShippingHelp />
      <Promo cart={data.cart} form={input.form} />
      {showsDetails && <Addresses data={data} input={input} />}
      {showsDetails && data.needs_dob && <DateOfBirth rules={rules} input={input} />}
      {showsDetails && data.agreement.needed && <Agreement data={data} input={input} />}
    </Step>
  )
}

function ShippingHelp() {
  const t = useTexts(words)
  return (
    <div className="flex flex-wrap items-center gap-x-1 text-sm">
      {t('delivery')}:
      <PopoverTrigger opens="shipping-help" size="sm">
        {t('learnMore')}
      </PopoverTrigger>
      <Sheet id="shipping-help" title={t('delivery')} side="end">
        <p className="p-5">{t('shippingHelp')}</p>
      </Sheet>
    </div>
  )
}

/** The age limits, each rule once; with its courses' names if others in the cart have none or a different one. */
function ageRules({ cart: { cartItems } }: Checkout): ShownRule[] {
  const ruled = cartItems.filter(({ course_registration_options: options }) => options.ageEnabled)
  const keyOf = ({ aboveOrBelowAge, age }: AgeRule) => `${aboveOrBelowAge} ${age}`
  const groups = Map.groupBy(ruled, ({ course_registration_options: options }) => keyOf(options))
  return [...groups.values()].map((items) => {
    const { aboveOrBelowAge, age } = items[0]!.course_registration_options
    const names = items.map(({ courseVersionDetail: { name } }) => name)
    return { aboveOrBelowAge, age, courses: items.length === cartItems.length ? [] : names }
  })
}
