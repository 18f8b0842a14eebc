import type { OwnWords } from '#platform/own-words.ts'
import { defaultHours, type SupportHours } from './hours.shared.ts'

/** The support settings of an organization. */
export type SupportSettings = {
  /** Ten digits. Null for the organization's general phone number. */
  phone: string | null
  email: string | null
  hours: SupportHours
  /** The automatic reply to a new ticket. Null for the product's own text. */
  answer: OwnWords | null
  /** The assignee of tickets that are not assigned by a course. */
  default_assignee: number | null
  /** The lk_issue_category_ids of the available categories; null for all of them. */
  categories: readonly number[] | null
}
/** An organization's own settings; null ones are inherited. */
export type OwnSupportSettings = { readonly [K in keyof SupportSettings]: SupportSettings[K] | null }

/** The settings if no organization sets any. */
const supportDefaults: SupportSettings = {
  phone: null,
  email: null,
  hours: defaultHours,
  answer: null,
  default_assignee: null,
  categories: null,
}

/** Takes each setting from the nearest organization that sets it. `layers` are ordered nearest first. */
export function resolveSupportSettings(layers: readonly OwnSupportSettings[]): SupportSettings {
  const ownEntries = (layer: OwnSupportSettings) => Object.entries(layer).filter(([, value]) => value !== null)
  return Object.assign(
    { ...supportDefaults },
    ...layers.toReversed().map((layer) => Object.fromEntries(ownEntries(layer))),
  )
}
