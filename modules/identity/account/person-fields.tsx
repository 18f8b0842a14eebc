import { SelectField, TextField } from '../../../platform/ui/field.tsx'
import { useLocale, useTexts } from '../../../platform/ui/locale.tsx'
import { DateField } from '../../../platform/ui/masked.tsx'
import { Fields, Section } from './account-parts.tsx'
import { generalTexts } from './general.texts.ts'
import { shownDob } from './profile-input.shared.ts'
import type { FormParts } from './profile-parts.ts'

/** Who the person is. Once something legal rests on it, the person alone cannot change it any more. */
export function PersonFields({ details, errors, options }: FormParts) {
  const t = useTexts(generalTexts)
  const locale = useLocale()
  const user = details?.data.user
  const gender = (
    <SelectField
      name="gender"
      label={t('gender')}
      options={options.genders}
      placeholder
      defaultValue={user?.gender ?? ''}
      error={errors.gender}
    />
  )
  return (
    <Section title={t('person')}>
      <Fields may={details?.can.changeIdentity} beside={gender}>
        <TextField
          name="first_name"
          label={t('firstName')}
          defaultValue={user?.first_name}
          error={errors.first_name}
          autoComplete="off"
          required
        />
        <TextField
          name="middle_name"
          label={t('middleName')}
          defaultValue={user?.middle_name}
          error={errors.middle_name}
          autoComplete="off"
        />
        <TextField
          name="last_name"
          label={t('lastName')}
          defaultValue={user?.last_name}
          error={errors.last_name}
          autoComplete="off"
          required
        />
        <SelectField
          name="lk_suffix_id"
          label={t('suffix')}
          options={options.suffixes}
          placeholder={t('none')}
          defaultValue={user?.lk_suffix_id ?? ''}
          error={errors.lk_suffix_id}
        />
        <DateField
          name="dob"
          label={t('dob')}
          defaultValue={shownDob(user?.dob ?? null, locale)}
          error={errors.dob}
          autoComplete="off"
        />
      </Fields>
    </Section>
  )
}
