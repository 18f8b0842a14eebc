import type { SavedPromoCode, WebsiteChoice } from '../../../modules/checkout/index.ts'
import CodeField from '../../../modules/checkout/promo-codes/code-field.island.tsx'
import { promoTexts } from '../../../modules/checkout/promo-codes/promo-code.texts.ts'
import BusySubmit from '../../../modules/identity/sign-in/busy-submit.island.tsx'
import { FormMessage } from '../../../platform/ui/banner.tsx'
import { Checkbox } from '../../../platform/ui/choice.tsx'
import { SelectField, TextField } from '../../../platform/ui/field.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { Card } from '../../../platform/ui/parts.tsx'
import { type FormState, field } from '../../../platform/web/form.ts'
import { firstDay, lastDay } from './promo-code-draft.ts'

type Props = { code: SavedPromoCode | null; websites: readonly WebsiteChoice[]; form: FormState }

/** Everything of one code; `code` is null for a new one. */
export function PromoCodeForm({ code, websites, form }: Props) {
  const t = useTexts(promoTexts)
  const { defaultValue, error } = field(form, 'code', code?.code)
  const choices = websites.map(({ website_id, name, organization_name }) => ({
    value: website_id,
    label: [...new Set([name, organization_name])].join(' · '),
  }))
  return (
    <>
      <FormMessage message={form.message} />
      <Card>
        <form method="post" className="grid gap-4">
          <CodeField defaultValue={defaultValue} error={error ?? null} promo_code_id={code?.promo_code_id ?? null} />
          <SelectField
            {...field(form, 'website_id', code?.website_id?.toString())}
            label={t('website')}
            options={choices}
            placeholder={t('allWebsites')}
          />
          <Discount code={code} form={form} />
          <Period code={code} form={form} />
          <Limits code={code} form={form} />
          <BusySubmit label={t('save')} busyLabel={t('saving')} />
        </form>
      </Card>
    </>
  )
}

type Part = Omit<Props, 'websites'>

function Discount({ code, form }: Part) {
  const t = useTexts(promoTexts)
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-2 font-semibold">{t('kind')}</legend>
      <TextField
        {...field(form, 'dollar_amount_off', code?.dollar_amount_off?.toFixed(2))}
        label={t('inDollars')}
        hint={t('oneDiscount')}
        inputMode="decimal"
        maxLength={10}
      />
      <TextField
        {...field(form, 'percent_off', code?.percent_off?.toString())}
        label={t('inPercent')}
        inputMode="numeric"
        maxLength={3}
      />
    </fieldset>
  )
}

function Period({ code, form }: Part) {
  const t = useTexts(promoTexts)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        {...field(form, 'starts_at', firstDay(code?.starts_at ?? null))}
        type="date"
        label={t('starts')}
        hint={t('startsHint')}
      />
      <TextField
        {...field(form, 'expires_at', lastDay(code?.expires_at ?? null))}
        type="date"
        label={t('ends')}
        hint={t('endsHint')}
      />
    </div>
  )
}

function Limits({ code, form }: Part) {
  const t = useTexts(promoTexts)
  const sent = form.values.code !== undefined
  const ticked = (name: 'once_per_customer' | 'enabled') => (sent ? form.values[name] === '1' : (code?.[name] ?? true))
  return (
    <>
      <TextField
        {...field(form, 'usage_limit', code?.usage_limit?.toString())}
        label={t('limit')}
        hint={t('limitHint')}
        inputMode="numeric"
        maxLength={7}
        className="sm:max-w-64"
      />
      <div>
        <Checkbox name="once_per_customer" value="1" label={t('once')} defaultChecked={ticked('once_per_customer')} />
        <Checkbox name="enabled" value="1" label={t('enabled')} defaultChecked={ticked('enabled')} />
      </div>
    </>
  )
}
