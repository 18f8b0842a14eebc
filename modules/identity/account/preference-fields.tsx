import { SelectField, TextAreaField } from '../../../platform/ui/field.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { Fields, Section } from './account-parts.tsx'
import { generalTexts } from './general.texts.ts'
import type { FormParts } from './profile-parts.ts'

/** Language, time zone and date format; and, for staff, what they note down about the person. */
export function PreferenceFields({ details, errors, options, own }: FormParts & { own: boolean }) {
  const t = useTexts(generalTexts)
  const user = details?.data.user
  const zones = options.timezones
  const offered = !user || zones.some(({ value }) => value === user.timezone)
  const kept = offered ? [] : [{ value: user.timezone, label: user.timezone }]
  return (
    <Section title={t('preferences')}>
      <Fields>
        <SelectField
          name="lk_language_id"
          label={t('language')}
          options={options.languages}
          defaultValue={user?.lk_language_id ?? 1}
          error={errors.lk_language_id}
        />
        <SelectField
          name="timezone"
          label={t('timezone')}
          options={[...kept, ...zones]}
          defaultValue={user?.timezone ?? 'UTC'}
          error={errors.timezone}
        />
        <SelectField
          name="date_format"
          label={t('dateFormat')}
          options={options.dateFormats}
          defaultValue={user?.date_format ?? 'mm-dd-yyyy'}
          error={errors.date_format}
        />
        {!own && details?.can.changeNotes.allowed !== false && (
          <TextAreaField
            name="notes"
            label={t('notes')}
            rows={3}
            defaultValue={user?.notes}
            error={errors.notes}
            className="sm:col-span-2"
          />
        )}
      </Fields>
    </Section>
  )
}
