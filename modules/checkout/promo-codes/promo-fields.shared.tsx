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
type Part = {
  /** Null for a new one. */
  code: SavedPromoCode | null
  /** A field's value and error. */
  of: (name: string, initial?: string) => FormField
}
type Props = Part & {
  websites: readonly WebsiteChoice[]
  /** The code field: an island on a page, a component in a dialog. */
  codeField: ReactNode
  /** Whether a checkbox was checked in a submitted form; undefined in a fresh one. */
  sent?: (name: Flag) => boolean | undefined
}

/** The fields of a code, in its dialog and on its page. */
export function PromoFields({ code, of, websites, codeField, sent }: Props) {
  const t = useTexts(promoTexts)
  const choices = websites.map(({ website_id, name, organization_name }) => ({
    value: website_id,
    label: [...new Set([name, organization_name])].join(' · '),
  }))
  const box = (name: Flag) => ({ name, value: '1', defaultChecked: sent?.(name) ?? code?.[name] ?? true })
  return (
    <>
      {codeField}
      <SelectField
        {...of('website_id', code?.website_id?.toString())}
        label={t('website')}
        options={choices}
        placeholder={t('allWebsites')}
      />
      <Discount code={code} of={of} />
      <Period code={code} of={of} />
      <TextField
        {...of('usage_limit', code?.usage_limit?.toString())}
        label={t('limit')}
        hint={t('limitHint')}
        inputMode="numeric"
        maxLength={7}
        className="sm:max-w-64"
      />
      <div>
        <Checkbox {...box('once_per_customer')} label={t('once')} />
        <Checkbox {...box('enabled')} label={t('enabled')} />
      </div>
    </>
  )
}

function Discount({ code, of }: Part) {
  const t = useTexts(promoTexts)
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-2 font-semibold">{t('kind')}</legend>
      <TextField
        {...of('dollar_amount_off', code?.dollar_amount_off?.toFixed(2))}
        label={t('inDollars')}
        hint={t('oneDiscount')}
        inputMode="decimal"
        maxLength={10}
      />
      <TextField
        {...of('percent_off', code?.percent_off?.toString())}
        label={t('inPercent')}
        inputMode="numeric"
        maxLength={3}
      />
    </fieldset>
  )
}

function Period({ code, of }: Part) {
  const t = useTexts(promoTexts)
  const zone = useZone()
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        {...of('starts_at', firstDay(code?.starts_at ?? null, zone))}
        type="date"
        label={t('starts')}
        hint={t('startsHint')}
      />
      <TextField
        {...of('expires_at', lastDay(code?.expires_at ?? null, zone))}
        type="date"
        label={t('ends')}
        hint={t('endsHint')}
      />
    </div>
  )
}
