import { SelectField, TextField } from '../../../platform/ui/field.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { Fields, Section } from './account-parts.tsx'
import { generalTexts } from './general.texts.ts'
import type { FormParts } from './profile-parts.ts'

export function AddressFields({ details, errors, options }: FormParts) {
  const t = useTexts(generalTexts)
  const address = details?.data.address
  const given = (name: 'address1' | 'address2' | 'city' | 'zip') => ({
    name,
    label: t(name),
    defaultValue: address?.[name],
    error: errors[name],
    autoComplete: 'off',
  })
  return (
    <Section title={t('address')}>
      <Fields>
        <TextField {...given('address1')} className="sm:col-span-2" />
        <TextField {...given('address2')} className="sm:col-span-2" />
        <TextField {...given('city')} />
        <SelectField
          name="lk_state_id"
          label={t('state')}
          options={options.states}
          placeholder
          defaultValue={address?.lk_state_id ?? ''}
          error={errors.lk_state_id}
        />
        <TextField {...given('zip')} inputMode="numeric" />
      </Fields>
    </Section>
  )
}
