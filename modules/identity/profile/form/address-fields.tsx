import { Fields, Section } from '#modules/identity/account/account-parts.shared.tsx'
import { SelectField, TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { generalTexts } from './general.texts.ts'
import type { FormParts } from './profile-parts.ts'

const tokens = {
  address1: 'address-line1',
  address2: 'address-line2',
  city: 'address-level2',
  zip: 'postal-code',
} as const

export function AddressFields({ details, autofill, options, fieldProps }: FormParts) {
  const t = useTexts(generalTexts)
  const address = details?.data.address
  const line = (name: 'address1' | 'address2' | 'city' | 'zip') => ({
    ...fieldProps(name, address?.[name]),
    label: t(name),
    autoComplete: autofill(tokens[name]),
  })
  return (
    <Section title={t('address')}>
      <Fields>
        <TextField {...line('address1')} className="sm:col-span-2" />
        <TextField {...line('address2')} className="sm:col-span-2" />
        <TextField {...line('city')} />
        <SelectField
          {...fieldProps('lk_state_id', address?.lk_state_id)}
          label={t('state')}
          options={options.states}
          autoComplete={autofill('address-level1')}
          placeholder
        />
        <TextField {...line('zip')} inputMode="numeric" />
      </Fields>
    </Section>
  )
}
