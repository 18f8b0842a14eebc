import type { ReactNode } from 'react'
import { Fields, Section } from '#modules/identity/account/account-parts.shared.tsx'
import { SelectField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { generalTexts } from './general.texts.ts'
import type { FormParts } from './profile-parts.ts'

/** Language, time zone and date format, followed by staff-only fields. */
export function PreferenceFields({ details, options, fieldProps, children }: FormParts & { children: ReactNode }) {
  const t = useTexts(generalTexts)
  const user = details?.data.user
  const zones = options.timezones
  const offered = !user || zones.some(({ value }) => value === user.timezone)
  const current = offered ? [] : [{ value: user.timezone, label: user.timezone }]
  return (
    <Section title={t('preferences')}>
      <Fields>
        <SelectField
          {...fieldProps('lk_language_id', user?.lk_language_id ?? 1)}
          label={t('language')}
          options={options.languages}
        />
        <SelectField
          {...fieldProps('timezone', user?.timezone ?? 'UTC')}
          label={t('timezone')}
          options={[...current, ...zones]}
        />
        <SelectField
          {...fieldProps('date_format', user?.date_format ?? 'mm-dd-yyyy')}
          label={t('dateFormat')}
          options={options.dateFormats}
        />
        {children}
      </Fields>
    </Section>
  )
}
