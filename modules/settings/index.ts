export {
  type EmailSender,
  footerOf,
  inheritSender,
  listSenders,
  noSender,
  saveSender,
} from './emails/email-sender.sql.ts'
export {
  type EmailWords,
  effectiveWords,
  listEmailWords,
  lockEmailWords,
  type NewWords,
  saveEmailWords,
} from './emails/email-words.sql.ts'
export { SystemLanguage } from './languages/fetch-system-language.ts'
export {
  languageStatus,
  listLanguages,
  markLanguageDeleted,
  switchLanguages,
  upsertLanguage,
} from './languages/language.sql.ts'
export { counties } from './lookups/counties.ts'
export {
  hoursSentence,
  hoursShort,
  hoursTexts,
  isOpen,
  type SupportHours,
  supportZones,
} from './support/hours.shared.ts'
export {
  chainOf,
  forgetSupportSettings,
  listSupportLayers,
  saveSupportLayer,
  supportSettings,
  supportSettingsOf,
} from './support/support-settings.sql.ts'
export { inheritSupport, type OwnSupportSettings, type SupportSettings } from './support/support-settings.ts'
export { cleanTranslation, faultOf, type TranslationFault } from './translations/check-translation.shared.ts'
export { type ProductText, productTextsPort } from './translations/product-texts.ts'
export {
  applyEdits,
  insertTextChange,
  isChangedSince,
  listEvents,
  listTranslations,
  lockTexts,
  selectTextsRevision,
  storedOf,
  type TextChangeKind,
  type Translation,
  type TranslationEdit,
  type TranslationState,
} from './translations/translation.sql.ts'
