import type { Person } from '#modules/identity/index.ts'
import { genderLabels, genders } from '#modules/identity/people/gender.shared.ts'
import type { ProfileField } from '#modules/learning/entry.ts'
import { options } from '#platform/lookups.ts'
import { lk_state } from '#platform/states.ts'
import { localize } from '#platform/texts.ts'
import { Card } from '#platform/ui/card.tsx'
import DateInForm from '#platform/ui/date-field.island.tsx'
import { SelectField, TextField } from '#platform/ui/field.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { RadioGroup } from '#platform/ui/radio-group.tsx'
import { type FormState, field } from '#platform/web/form.ts'
import { accountTexts } from '#web/pages/account/account.texts.ts'
import { registrationTexts } from './registration.texts.ts'
import { asksAddress } from './registration-profile-form.ts'

type Props = {
  missing: readonly ProfileField[]
  person: Person
  /** The initial state of an empty address. */
  lk_state_id: number | null
  form: FormState
}

/** The profile fields that the course needs and About You lacks. */
export function ProfileFields({ missing, person, lk_state_id, form }: Props) {
  const t = useTexts(registrationTexts)
  if (missing.length === 0) return null
  const name = `${person.first_name} ${person.last_name}`.trim()
  const isMissing = (name: ProfileField) => missing.includes(name)
  return (
    <Card className="grid gap-4 sm:grid-cols-2">
      <h2 className="text-lg font-semibold sm:col-span-2">{t('profile')}</h2>
      <p className="text-muted-foreground sm:col-span-2">{t('asOnLicense')}</p>
      {isMissing('firstName') && (
        <TextField {...field(form, 'first_name')} label={t('firstName')} autoComplete="given-name" required />
      )}
      {isMissing('lastName') && (
        <TextField {...field(form, 'last_name')} label={t('lastName')} autoComplete="family-name" required />
      )}
      {!isMissing('firstName') && !isMissing('lastName') && <p className="sm:col-span-2">{t('yourName', { name })}</p>}
      {asksAddress(missing) && <Address person={person} lk_state_id={lk_state_id} form={form} />}
      {isMissing('dob') && <DateInForm {...field(form, 'dob')} label={t('dob')} autoComplete="bday" required />}
      {isMissing('gender') && <Gender form={form} />}
    </Card>
  )
}

function Gender({ form }: Pick<Props, 'form'>) {
  const t = useTexts(registrationTexts)
  const locale = useLocale()
  const { defaultValue, ...genderField } = field(form, 'gender')
  const choices = genders.map((value) => ({ value, label: localize(locale, genderLabels[value]) }))
  return (
    <RadioGroup
      {...genderField}
      label={t('gender')}
      options={choices}
      defaultValue={defaultValue || undefined}
      required
    />
  )
}

function Address({ person, lk_state_id, form }: Omit<Props, 'missing'>) {
  const t = useTexts(accountTexts)
  const locale = useLocale()
  const fieldOf = (name: string, initial: string | number | null) => field(form, name, String(initial ?? ''))
  return (
    <>
      <TextField
        {...fieldOf('address1', person.address1)}
        label={t('address1')}
        autoComplete="address-line1"
        className="sm:col-span-2"
        required
      />
      <TextField
        {...fieldOf('address2', person.address2)}
        label={t('address2')}
        autoComplete="address-line2"
        className="sm:col-span-2"
        optional
      />
      <TextField {...fieldOf('city', person.city)} label={t('city')} autoComplete="address-level2" required />
      <SelectField
        {...fieldOf('lk_state_id', person.lk_state_id ?? lk_state_id)}
        label={t('state')}
        options={options(lk_state, locale)}
        autoComplete="address-level1"
        placeholder
        required
      />
      <TextField
        {...fieldOf('zip', person.zip)}
        label={t('zip')}
        hint={t('zipForm')}
        autoComplete="postal-code"
        inputMode="numeric"
        maxLength={10}
        required
      />
    </>
  )
}
