import type { SavedPromoCode, WebsiteChoice } from '#modules/checkout/entry.ts'
import CodeField from '#modules/checkout/promo-codes/code-field.island.tsx'
import { promoTexts } from '#modules/checkout/promo-codes/promo-code.texts.ts'
import { PromoFields } from '#modules/checkout/promo-codes/promo-fields.shared.tsx'
import { FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Card } from '#platform/ui/card.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { type FormState, field } from '#platform/web/form.ts'

type Props = { code: SavedPromoCode | null; websites: readonly WebsiteChoice[]; form: FormState }

/** A promo code on its own page; `code` is null for a new one. */
export function PromoCodeForm({ code, websites, form }: Props) {
  const t = useTexts(promoTexts)
  const { defaultValue, error = null } = field(form, 'code', code?.code)
  const isSubmitted = form.values.code !== undefined
  return (
    <>
      <FormAlert message={form.message} />
      <Card>
        <form method="post" className="grid gap-4">
          <PromoFields
            code={code}
            websites={websites}
            fieldOf={(name, initial) => field(form, name, initial)}
            codeField={
              <CodeField defaultValue={defaultValue} error={error} promo_code_id={code?.promo_code_id ?? null} />
            }
            submitted={(name) => (isSubmitted ? form.values[name] === '1' : undefined)}
          />
          <BusySubmit label={t('save')} busyLabel={t('saving')} />
        </form>
      </Card>
    </>
  )
}
