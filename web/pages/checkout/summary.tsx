import { SubmitButton } from '../../../platform/ui/button.tsx'
import { TextField } from '../../../platform/ui/field.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { Panel } from '../../../platform/ui/parts.tsx'
import type { ViewInput } from '../../../platform/web/page.ts'
import { words } from './checkout.texts.ts'
import type { Checkout } from './checkout-load.ts'
import { money } from './money.ts'

/** The sums of the cart and the promo code. */
export function Summary({ data, input }: { data: Checkout; input: ViewInput }) {
  const t = useTexts(words)
  const { cart } = data
  const sum = (dollars: number) => money(dollars, input.locale)
  const rows: [string, string, boolean][] = [
    [t('subtotal'), sum(cart.subtotal), true],
    [t('audio'), sum(cart.addOns), cart.addOns > 0],
    [t('shipping'), cart.shipping === 0 ? t('free') : sum(cart.shipping), true],
    [t('discount'), sum(-cart.discount), cart.discount > 0],
    [t('tax'), sum(cart.tax), cart.tax > 0],
  ]
  return (
    <Panel title={t('summary')} className="lg:sticky lg:top-4">
      <dl className="grid gap-1.5">
        {rows
          .filter(([, , shown]) => shown)
          .map(([name, value]) => (
            <div key={name} className="flex justify-between gap-4">
              <dt className="text-muted">{name}</dt>
              <dd className="figures">{value}</dd>
            </div>
          ))}
        <div className="mt-1 flex justify-between gap-4 border-t pt-2 text-xl font-bold">
          <dt>{t('total')}</dt>
          <dd className="figures">{sum(cart.total)}</dd>
        </div>
      </dl>
      {!data.pending && <Promo data={data} input={input} />}
    </Panel>
  )
}

function Promo({ data: { cart }, input: { form } }: { data: Checkout; input: ViewInput }) {
  const t = useTexts(words)
  const item = cart.cartItems.find(({ promoCode }) => promoCode)
  if (item) {
    return (
      <div className="mt-4 flex flex-wrap items-center justify-between gap-2 border-t pt-4">
        <span>{t('promoOn', { code: item.promoCode!.code })}</span>
        <SubmitButton form={`promo-off-${item.id}`} look="quiet" size="small">
          {t('promoOff')}
        </SubmitButton>
      </div>
    )
  }
  const sent = form.values.deed === 'promo'
  return (
    <div className="mt-4 grid grid-cols-[1fr_auto] items-start gap-x-2 border-t pt-4">
      <TextField
        form="promo"
        name="code"
        label={t('promo')}
        defaultValue={sent ? (form.values.code ?? '') : ''}
        error={sent ? (form.message ?? undefined) : undefined}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
      />
      <SubmitButton form="promo" look="secondary" className="mt-7">
        {t('apply')}
      </SubmitButton>
    </div>
  )
}
