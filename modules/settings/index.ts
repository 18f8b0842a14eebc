export {
  type EmailSender,
  footerFor,
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
  setLanguagesOffered,
  upsertLanguage,
} from './languages/language.sql.ts'
export { counties } from './lookups/counties.ts'
export {
  formatHours,
  formatHoursSentence,
  hoursTexts,
  isOpen,
  type SupportHours,
  supportZones,
} from './support/hours.shared.ts'
export {
  clearSupportSettingsCache,
  listSupportLayers,
  organizationChain,
  saveSupportLayer,
  supportSettings,
  supportSettingsOf,
} from './support/support-settings.sql.ts'
export { type OwnSupportSettings, resolveSupportSettings, type SupportSettings } from './support/support-settings.ts'
export {
  cleanTranslation,
  findTranslationFault,
  type TranslationFault,
} from './translations/check-translation.shared.ts'
export { type ProductText, productTextsPort } from './translations/product-texts.ts'
export {
  applyEdits,
  insertTextChange,
  isChangedSince,
  listEvents,
  listTranslations,
  lockTexts,
  selectTextsRevision,
  type TextChangeKind,
  type Translation,
  type TranslationEdit,
  type TranslationState,
  toStoredTranslation,
} from './translations/translation.sql.ts'
