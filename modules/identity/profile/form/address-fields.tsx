import { Fields, Section } from '#modules/identity/account/account-parts.shared.tsx'
import { SelectField, TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { generalTexts } from './general.texts.ts'
import type { FormParts } from './profile-parts.ts'

export function AddressFields({ details, options, fieldProps }: FormParts) {
  const t = useTexts(generalTexts)
  const address = details?.data.address
  const line = (name: 'address1' | 'address2' | 'city' | 'zip') => ({
    ...fieldProps(name, address?.[name]),
    label: t(name),
    autoComplete: 'off',
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
          placeholder
        />
        <TextField {...line('zip')} inputMode="numeric" />
      </Fields>
    </Section>
  )
}
