import type { OwnWords } from '#platform/own-words.ts'
import { type SupportHours, usualHours } from './hours.shared.ts'

/** How people of an organization are supported. */
export type SupportSettings = {
  /** Ten digits. Null: the organization's own phone. */
  phone: string | null
  email: string | null
  hours: SupportHours
  /** What a new ticket is answered by itself. Null: the product's own text. */
  answer: OwnWords | null
  /** Who gets tickets that no course assigns. */
  default_assignee: number | null
  /** lk_issue_category_id of what people can choose; null is all of them. */
  categories: readonly number[] | null
}
/** What an organization says itself; null is inherited. */
export type OwnSupportSettings = { readonly [K in keyof SupportSettings]: SupportSettings[K] | null }

/** What holds where no organization says anything. */
const supportDefaults: SupportSettings = {
  phone: null,
  email: null,
  hours: usualHours,
  answer: null,
  default_assignee: null,
  categories: null,
}

/** Of each setting the nearest organization that says something wins. `layers`: the nearest first. */
export function inheritSupport(layers: readonly OwnSupportSettings[]): SupportSettings {
  const said = (layer: OwnSupportSettings) => Object.entries(layer).filter(([, value]) => value !== null)
  return Object.assign({ ...supportDefaults }, ...layers.toReversed().map((layer) => Object.fromEntries(said(layer))))
}
