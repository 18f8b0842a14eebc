import type { OwnWords } from '#platform/own-words.ts'
import { type SupportHours, usualHours } from './hours.shared.ts'

/** The support settings of an organization. */
export type SupportSettings = {
  /** Ten digits. Null for the organization's own phone. */
  phone: string | null
  email: string | null
  hours: SupportHours
  /** The automatic reply to a new ticket. Null for the product's own text. */
  answer: OwnWords | null
  /** The assignee of tickets that no course assigns. */
  default_assignee: number | null
  /** lk_issue_category_id of the available categories; null for all of them. */
  categories: readonly number[] | null
}
/** An organization's own settings; null is inherited. */
export type OwnSupportSettings = { readonly [K in keyof SupportSettings]: SupportSettings[K] | null }

/** The settings if no organization sets any. */
const supportDefaults: SupportSettings = {
  phone: null,
  email: null,
  hours: usualHours,
  answer: null,
  default_assignee: null,
  categories: null,
}

/** Merges settings: the nearest organization that sets a value wins. `layers`: nearest first. */
export function inheritSupport(layers: readonly OwnSupportSettings[]): SupportSettings {
  const ownEntries = (layer: OwnSupportSettings) => Object.entries(layer).filter(([, value]) => value !== null)
  return Object.assign(
    { ...supportDefaults },
    ...layers.toReversed().map((layer) => Object.fromEntries(ownEntries(layer))),
  )
}
