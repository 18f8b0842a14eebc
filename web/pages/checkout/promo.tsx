import type { CartResponse } from '#modules/checkout/entry.ts'
import { SubmitButton } from '#platform/ui/button.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import type { FormState } from '#platform/web/form.ts'
import { words } from './checkout.texts.ts'

/** The promo code; its controls belong to a separate form elsewhere on the page. */
export function Promo({ cart, form }: { cart: CartResponse; form: FormState }) {
  const t = useTexts(words)
  const item = cart.cartItems.find(({ promoCode }) => promoCode)
  if (item) {
    return (
      <div data-place="promo" className="flex flex-wrap items-center justify-between gap-2 border-y py-4">
        <span role="status">{t('promoOn', { code: item.promoCode!.code })}</span>
        <SubmitButton form={`promo-off-${item.id}`} variant="link" size="sm">
          {t('promoOff')}
        </SubmitButton>
      </div>
    )
  }
  return (
    <div
      data-place="promo"
      className="grid grid-cols-[1fr_auto] items-start gap-x-2 border-y py-4 sm:grid-cols-[20rem_auto] sm:justify-start"
    >
      <TextField
        form="promo"
        name="code"
        label={t('promo')}
        defaultValue={form.values.code ?? ''}
        error={form.errors.code ?? (form.values.action === 'promo' ? (form.message ?? undefined) : undefined)}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
      />
      <SubmitButton form="promo" variant="outline" className="mt-7">
        {t('apply')}
      </SubmitButton>
      {/* Scripts send a typed code with the payment. */}
      <noscript>
        <p className="col-span-full text-sm text-muted-foreground">{t('promoUnsent')}</p>
      </noscript>
    </div>
  )
}
