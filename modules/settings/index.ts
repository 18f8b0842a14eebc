export type { BannerDraft, BannerGroup } from './banners/banner.schema.ts'
export { bannerGroups } from './banners/banner.schema.ts'
export { fetchBanners } from './banners/fetch-banners.ts'
export { saveBanners } from './banners/save-banners.ts'
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
  heardWords,
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
export { seedDemoNotices } from './notices/demo-notices.ts'
export { fetchSystemNotices } from './notices/fetch-system-notices.ts'
export { type Banner, findUserBanner, selectBoard } from './notices/notices.sql.ts'
export { readMessage } from './notices/read-message.ts'
export { removeSystemNotice } from './notices/remove-system-notice.ts'
export { saveSystemNotice } from './notices/save-system-notice.ts'
export { type SavedNotice, selectSavedNotice } from './notices/saved-notices.sql.ts'
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
export {
  cleanTranslation,
  faultOf,
  type TranslationFault,
} from './translations/check-translation.shared.ts'
export { followSettings } from './translations/follow-settings.ts'
export { type ProductText, productTextsPort } from './translations/product-texts.ts'
export {
  applyEdits,
  insertTextChange,
  isChangedSince,
  listEvents,
  listTextChanges,
  listTranslations,
  lockTexts,
  selectTextsRevision,
  storedOf,
  type TextChangeKind,
  type Translation,
  type TranslationEdit,
  type TranslationState,
} from './translations/translation.sql.ts'
