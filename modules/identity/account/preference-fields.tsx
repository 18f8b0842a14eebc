import { SelectField, TextAreaField } from '../../../platform/ui/field.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { Fields, Section } from './account-parts.tsx'
import { generalTexts } from './general.texts.ts'
import type { FormParts } from './profile-parts.ts'

/** Language, time zone and date format; and, for staff, what they note down about the person. */
export function PreferenceFields({ details, options, given, own }: FormParts & { own: boolean }) {
  const t = useTexts(generalTexts)
  const user = details?.data.user
  const zones = options.timezones
  const offered = !user || zones.some(({ value }) => value === user.timezone)
  const kept = offered ? [] : [{ value: user.timezone, label: user.timezone }]
  return (
    <Section title={t('preferences')}>
      <Fields>
        <SelectField
          {...given('lk_language_id', user?.lk_language_id ?? 1)}
          label={t('language')}
          options={options.languages}
        />
        <SelectField
          {...given('timezone', user?.timezone ?? 'UTC')}
          label={t('timezone')}
          options={[...kept, ...zones]}
        />
        <SelectField
          {...given('date_format', user?.date_format ?? 'mm-dd-yyyy')}
          label={t('dateFormat')}
          options={options.dateFormats}
        />
        {!own && details?.can.changeNotes.allowed !== false && (
          <TextAreaField {...given('notes', user?.notes)} label={t('notes')} rows={3} className="sm:col-span-2" />
        )}
      </Fields>
    </Section>
  )
}
