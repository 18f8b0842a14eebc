import SameAsShipping from '#modules/checkout/cart/same-as-shipping.island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import type { ViewInput } from '#platform/web/page.ts'
import { AddressFields } from './address-fields.tsx'
import { words } from './checkout.texts.ts'
import type { Checkout } from './checkout-load.ts'

type Props = { data: Checkout; input: ViewInput }

/** The address for a certificate by mail, and the card's billing address: the same, unless the buyer says otherwise. */
export function Addresses({ data, input }: Props) {
  const t = useTexts(words)
  const isPaid = data.cart.total > 0
  if (!data.needs_address) return isPaid ? <OptionalBilling {...input} /> : null
  return (
    <>
      <fieldset>
        <legend className="mb-2 font-semibold">{t('address')}</legend>
        <AddressFields kind="shipping" input={input} required />
      </fieldset>
      {isPaid && <Billing {...input} />}
    </>
  )
}

function Billing(input: ViewInput) {
  const t = useTexts(words)
  const { values } = input.form
  return (
    <div className="group/billing grid gap-4">
      <SameAsShipping
        label={t('sameAsShipping')}
        defaultChecked={values.action !== 'pay' || values.sameAsShipping === '1'}
      />
      <fieldset data-billing className="group-has-[[name=sameAsShipping]:checked]/billing:hidden">
        <legend className="mb-2 font-semibold">{t('billing')}</legend>
        <AddressFields kind="billing" input={input} />
      </fieldset>
    </div>
  )
}

/** If nothing is mailed, the card's ZIP code is enough for most banks. */
function OptionalBilling(input: ViewInput) {
  const t = useTexts(words)
  const typed = Object.entries(input.form.values).some(([name, value]) => name.startsWith('billing.') && value !== '')
  return (
    <details open={typed}>
      <summary className="min-h-11 cursor-pointer py-2 font-semibold md:min-h-8 md:py-1">{t('addBilling')}</summary>
      <div className="mt-2">
        <AddressFields kind="billing" input={input} />
      </div>
    </details>
  )
}
