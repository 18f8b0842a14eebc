import type { ReactNode } from 'react'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { SelectField, TextField } from '#platform/ui/field.tsx'
import { useTexts, useZone } from '#platform/ui/locale.tsx'
import type { FormField } from '#platform/web/form.ts'
import type { SavedPromoCode } from './promo-code.schema.ts'
import { promoTexts } from './promo-code.texts.ts'
import { firstDay, lastDay } from './promo-form.shared.ts'
import type { WebsiteChoice } from './saved-codes.sql.ts'

type Flag = 'once_per_customer' | 'enabled'
type SharedProps = {
  /** Null for a new one. */
  code: SavedPromoCode | null
  /** Returns a field's value and error. */
  fieldOf: (name: string, initial?: string) => FormField
}
type PromoFieldsProps = SharedProps & {
  websites: readonly WebsiteChoice[]
  /** The code field: an island on a page, a component in a dialog. */
  codeField: ReactNode
  /** Whether a checkbox was checked in a submitted form; undefined in a new form. */
  submitted?: (name: Flag) => boolean | undefined
}

/** The fields of a promo code, for its dialog and its page. */
export function PromoFields({ code, fieldOf, websites, codeField, submitted }: PromoFieldsProps) {
  const t = useTexts(promoTexts)
  const choices = websites.map(({ website_id, name, organization_name }) => ({
    value: website_id,
    label: [...new Set([name, organization_name])].join(' · '),
  }))
  const checkboxProps = (name: Flag) => ({
    name,
    value: '1',
    defaultChecked: submitted?.(name) ?? code?.[name] ?? true,
  })
  return (
    <>
      {codeField}
      <SelectField
        {...fieldOf('website_id', code?.website_id?.toString())}
        label={t('website')}
        options={choices}
        placeholder={t('allWebsites')}
      />
      <Discount code={code} fieldOf={fieldOf} />
      <Period code={code} fieldOf={fieldOf} />
      <TextField
        {...fieldOf('usage_limit', code?.usage_limit?.toString())}
        label={t('limit')}
        hint={t('limitHint')}
        inputMode="numeric"
        maxLength={7}
        className="sm:max-w-64"
      />
      <div>
        <Checkbox {...checkboxProps('once_per_customer')} label={t('once')} />
        <Checkbox {...checkboxProps('enabled')} label={t('enabled')} />
      </div>
    </>
  )
}

function Discount({ code, fieldOf }: SharedProps) {
  const t = useTexts(promoTexts)
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-2 font-semibold">{t('kind')}</legend>
      <TextField
        {...fieldOf('dollar_amount_off', code?.dollar_amount_off?.toFixed(2))}
        label={t('inDollars')}
        hint={t('oneDiscount')}
        inputMode="decimal"
        maxLength={10}
      />
      <TextField
        {...fieldOf('percent_off', code?.percent_off?.toString())}
        label={t('inPercent')}
        inputMode="numeric"
        maxLength={3}
      />
    </fieldset>
  )
}

function Period({ code, fieldOf }: SharedProps) {
  const t = useTexts(promoTexts)
  const zone = useZone()
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        {...fieldOf('starts_at', firstDay(code?.starts_at ?? null, zone))}
        type="date"
        label={t('starts')}
        hint={t('startsHint')}
      />
      <TextField
        {...fieldOf('expires_at', lastDay(code?.expires_at ?? null, zone))}
        type="date"
        label={t('ends')}
        hint={t('endsHint')}
      />
    </div>
  )
}
