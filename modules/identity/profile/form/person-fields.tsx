import { Fields, Section } from '#modules/identity/account/account-parts.shared.tsx'
import { displayedLastName } from '#modules/identity/people/last-name.shared.ts'
import { LastNameField } from '#modules/identity/people/last-name-field.shared.tsx'
import { SelectField, TextField } from '#platform/ui/field.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { DateField } from '#platform/ui/masked.tsx'
import { generalTexts } from './general.texts.ts'
import { formatDob } from './profile-input.shared.ts'
import type { FormParts } from './profile-parts.ts'

/** The person's identity. Once a legal document depends on it, the person can no longer change it alone. */
export function PersonFields({ details, autofill, options, fieldProps }: FormParts) {
  const t = useTexts(generalTexts)
  const locale = useLocale()
  const user = details?.data.user
  const gender = (
    <SelectField
      {...fieldProps('gender', user?.gender)}
      label={t('gender')}
      options={options.genders}
      autoComplete={autofill('sex')}
      placeholder
    />
  )
  const birth = (
    <DateField
      {...fieldProps('dob', formatDob(user?.dob ?? null, locale))}
      label={t('dob')}
      autoComplete={autofill('bday')}
    />
  )
  // A missing date may still be entered.
  const isMissing = details?.can.changeIdentity.allowed === false && details.can.update.allowed && !user?.dob
  const siblingField = (
    <>
      {isMissing && birth}
      {gender}
    </>
  )
  return (
    <Section title={t('person')}>
      <Fields may={details?.can.changeIdentity} beside={siblingField}>
        <TextField
          {...fieldProps('first_name', user?.first_name)}
          label={t('firstName')}
          autoComplete={autofill('given-name')}
          required
        />
        <TextField
          {...fieldProps('middle_name', user?.middle_name)}
          label={t('middleName')}
          autoComplete={autofill('additional-name')}
        />
        <LastNameField
          {...fieldProps('last_name', user && displayedLastName(user))}
          label={t('lastName')}
          autoComplete={autofill('family-name')}
          required
        />
        <SelectField
          {...fieldProps('lk_suffix_id', user?.lk_suffix_id)}
          label={t('suffix')}
          options={options.suffixes}
          autoComplete={autofill('honorific-suffix')}
          placeholder={t('none')}
        />
        {!isMissing && birth}
      </Fields>
    </Section>
  )
}
