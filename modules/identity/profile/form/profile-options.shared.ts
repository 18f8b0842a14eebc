import { lk_language, lk_phone_number_type, lk_suffix } from '#modules/identity/lookups.shared.ts'
import { genderLabels, genders } from '#modules/identity/people/gender.shared.ts'
import { dateFormats, timezones } from '#modules/identity/people/preferences.shared.ts'
import { offeredLanguages } from '#platform/languages.ts'
import { label, options } from '#platform/lookups.ts'
import { lk_state } from '#platform/states.ts'
import { type Locale, localize } from '#platform/texts.ts'

type OfferedLanguage = { id: number; name: string }

/**
 * The options of the profile's selects, in one language. The server passes them to the account page, so that its
 * scripts need no lookups in both languages, and because browsers don't know the languages added by staff.
 */
export const profileOptions = (locale: Locale, languages: readonly OfferedLanguage[] = offeredLanguages()) => ({
  suffixes: options(lk_suffix, locale),
  genders: genders.map((value) => ({ value, label: localize(locale, genderLabels[value]) })),
  phoneTypes: options(lk_phone_number_type, locale),
  states: options(lk_state, locale),
  languages: languages.map(({ id, name }) => ({ value: id, label: label(lk_language, id, locale) || name })),
  timezones: Object.entries(timezones).map(([value, text]) => ({ value, label: localize(locale, text) })),
  dateFormats: dateFormats.map((value) => ({ value, label: value.toUpperCase() })),
})

export type ProfileOptions = ReturnType<typeof profileOptions>
