import { options } from '../../../platform/lookups.ts'
import { pick } from '../../../platform/texts.ts'
import { SelectField, TextAreaField } from '../../../platform/ui/field.tsx'
import { useLocale, useTexts } from '../../../platform/ui/locale.tsx'
import { type FieldErrors, Fields, Section } from './account-parts.tsx'
import { generalTexts } from './general.texts.ts'
import { dateFormats, timezones } from './preferences.shared.ts'
import type { UserDetails } from './user-details.ts'

type Props = { details: UserDetails | null; errors: FieldErrors; own: boolean }

/** Language, time zone and date format; and, for staff, what they note down about the person. */
export function PreferenceFields({ details, errors, own }: Props) {
  const t = useTexts(generalTexts)
  const locale = useLocale()
  const user = details?.data.user
  const zones = Object.entries(timezones).map(([value, text]) => ({ value, label: pick(locale, text) }))
  const kept = user && !(user.timezone in timezones) ? [{ value: user.timezone, label: user.timezone }] : []
  return (
    <Section title={t('preferences')}>
      <Fields>
        <SelectField
          name="lk_language_id"
          label={t('language')}
          options={options('lk_language', locale)}
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
          options={dateFormats.map((value) => ({ value, label: value.toUpperCase() }))}
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
