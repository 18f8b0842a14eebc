import { readMessage } from '#modules/settings/entry.ts'
import type { Locale } from '#platform/texts.ts'
import { addDays, dayIn, startOfDay } from '#platform/zone.ts'
import { wordsUnder } from './added-words.tsx'

/**
 * A notice or banner as its form shows and sends it: the English message, the Spanish one, and the first and last day
 * (YYYY-MM-DD by the clocks of the organization). The names are those of the call where an issue belongs to the field.
 */
export type AnnouncementDraft = Record<AnnouncementField, string> & {
  /** In languages that staff have added. */
  more: Readonly<Record<string, string>>
}
export type AnnouncementField = 'message' | 'spanish' | 'kind' | 'starts_at' | 'ends_at'

type Announced = { message: unknown; starts_at: string | null; ends_at: string | null }

export const blankDraft: AnnouncementDraft = {
  message: '',
  spanish: '',
  kind: 'info',
  starts_at: '',
  ends_at: '',
  more: {},
}

/** The message as plain text; '' for a document of the editor, which has none. */
export function plainIn(message: unknown, locale: Locale): string {
  const read = readMessage(message, locale)
  return read && 'text' in read ? read.text : ''
}

/** The words in languages that staff have added. */
function addedIn(message: unknown): Record<string, string> {
  const { text } = typeof message === 'object' && message !== null ? (message as { text?: unknown }) : {}
  if (typeof text !== 'object' || text === null) return {}
  const { 'en-us': _english, 'es-es': _spanish, ...more } = text as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(more).flatMap(([code, words]) => (typeof words === 'string' ? [[code, words]] : [])),
  )
}

/** What the form of a saved announcement begins with. */
export function draftOf({ message, starts_at, ends_at }: Announced, zone: string): AnnouncementDraft {
  const [english, spanish] = [plainIn(message, 'en-us'), plainIn(message, 'es-es')]
  return {
    message: english,
    // Without a Spanish text readers get the English one: the field stays empty.
    spanish: spanish === english ? '' : spanish,
    more: addedIn(message),
    kind: readMessage(message, 'en-us')?.kind ?? 'info',
    starts_at: starts_at === null ? '' : dayIn(zone, new Date(starts_at)),
    // An end is the first moment that no longer counts.
    ends_at: ends_at === null ? '' : dayIn(zone, new Date(Date.parse(ends_at) - 1)),
  }
}

/** The first moment of a typed day; what is not a date goes on as it is, for the operation to refuse. */
function instantOf(typed: string, zone: string, daysLater = 0): string | null {
  if (typed === '') return null
  if (Number.isNaN(Date.parse(`${typed}T00:00:00Z`))) return typed
  return startOfDay(zone, addDays(typed, daysLater)).toISOString()
}

/** What the form sends, in the shape of the calls. */
export function announcedBy(draft: AnnouncementDraft, zone: string): Announced {
  const spanish = draft.spanish.trim() === '' ? {} : { 'es-es': draft.spanish }
  const text = { ...draft.more, ...spanish, 'en-us': draft.message }
  return {
    message: { text, kind: draft.kind },
    starts_at: instantOf(draft.starts_at, zone),
    ends_at: instantOf(draft.ends_at, zone, 1),
  }
}

/** The fields of one announcement among those that a form sent. */
export function draftIn(values: Readonly<Record<string, string>>, prefix = ''): AnnouncementDraft {
  const of = (name: AnnouncementField) => values[`${prefix}${name}`] ?? ''
  return {
    message: of('message'),
    spanish: of('spanish'),
    kind: of('kind'),
    starts_at: of('starts_at'),
    ends_at: of('ends_at'),
    more: wordsUnder(values, `${prefix}words`),
  }
}
