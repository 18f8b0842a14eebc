import { options } from '../../../platform/lookups.ts'
import { SelectField, TextField } from '../../../platform/ui/field.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { field } from '../../../platform/web/form.ts'
import type { ViewInput } from '../../../platform/web/page.ts'
import { words } from './checkout.texts.ts'

/** Where certificates by mail go; the card is billed there too, unless it names another zip code. */
export function AddressFields({ form, locale }: ViewInput) {
  const t = useTexts(words)
  return (
    <fieldset className="grid gap-4 sm:grid-cols-6">
      <legend className="mb-2 font-semibold">{t('address')}</legend>
      <TextField
        {...field(form, 'address1')}
        className="sm:col-span-4"
        label={t('address1')}
        autoComplete="shipping address-line1"
        required
      />
      <TextField
        {...field(form, 'address2')}
        className="sm:col-span-2"
        label={t('address2')}
        autoComplete="shipping address-line2"
        optional
      />
      <TextField
        {...field(form, 'city')}
        className="sm:col-span-3"
        label={t('city')}
        autoComplete="shipping address-level2"
        required
      />
      <SelectField
        {...field(form, 'stateId')}
        className="sm:col-span-2"
        label={t('state')}
        options={options('lk_state', locale)}
        autoComplete="shipping address-level1"
        placeholder
        required
      />
      <TextField
        {...field(form, 'zip')}
        label={t('zip')}
        autoComplete="shipping postal-code"
        inputMode="numeric"
        maxLength={10}
        required
      />
      <p className="text-sm text-muted sm:col-span-6">{t('billing')}</p>
    </fieldset>
  )
}
