import { parseMessage } from '#modules/settings/entry.ts'
import type { Locale } from '#platform/texts.ts'
import { addDays, dayIn, startOfDay } from '#platform/zone.ts'
import { wordsUnder } from './added-words.tsx'

/**
 * A notice or banner as a form: the English and Spanish message, and the first and last day (YYYY-MM-DD in the
 * organization's time zone). Names match the operation's input where an issue belongs to the field.
 */
export type AnnouncementDraft = Record<AnnouncementField, string> & {
  /** In the languages that staff have added. */
  more: Readonly<Record<string, string>>
}
export type AnnouncementField = 'message' | 'spanish' | 'kind' | 'starts_at' | 'ends_at'

type AnnouncementInput = { message: unknown; starts_at: string | null; ends_at: string | null }

export const blankDraft: AnnouncementDraft = {
  message: '',
  spanish: '',
  kind: 'info',
  starts_at: '',
  ends_at: '',
  more: {},
}

/** The message as plain text; '' for an editor document, which has none. */
export function plainTextIn(message: unknown, locale: Locale): string {
  const read = parseMessage(message, locale)
  return read && 'text' in read ? read.text : ''
}

/** The texts in languages that staff have added. */
function addedTextsIn(message: unknown): Record<string, string> {
  const { text } = typeof message === 'object' && message !== null ? (message as { text?: unknown }) : {}
  if (typeof text !== 'object' || text === null) return {}
  const { 'en-us': _english, 'es-es': _spanish, ...more } = text as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(more).flatMap(([code, words]) => (typeof words === 'string' ? [[code, words]] : [])),
  )
}

/** The initial form of a saved announcement. */
export function draftOf({ message, starts_at, ends_at }: AnnouncementInput, zone: string): AnnouncementDraft {
  const [english, spanish] = [plainTextIn(message, 'en-us'), plainTextIn(message, 'es-es')]
  return {
    message: english,
    // Left empty if it equals the English text, which readers get anyway.
    spanish: spanish === english ? '' : spanish,
    more: addedTextsIn(message),
    kind: parseMessage(message, 'en-us')?.kind ?? 'info',
    starts_at: starts_at === null ? '' : dayIn(zone, new Date(starts_at)),
    // The end is exclusive.
    ends_at: ends_at === null ? '' : dayIn(zone, new Date(Date.parse(ends_at) - 1)),
  }
}

/** The start of a typed day. Input that isn't a date passes through for the operation to refuse. */
function instantOf(text: string, zone: string, daysLater = 0): string | null {
  if (text === '') return null
  if (Number.isNaN(Date.parse(`${text}T00:00:00Z`))) return text
  return startOfDay(zone, addDays(text, daysLater)).toISOString()
}

/** The form as input for the operations. */
export function announcedBy(draft: AnnouncementDraft, zone: string): AnnouncementInput {
  const spanish = draft.spanish.trim() === '' ? {} : { 'es-es': draft.spanish }
  const text = { ...draft.more, ...spanish, 'en-us': draft.message }
  return {
    message: { text, kind: draft.kind },
    starts_at: instantOf(draft.starts_at, zone),
    ends_at: instantOf(draft.ends_at, zone, 1),
  }
}

/** The fields of one announcement in a form. */
export function draftIn(values: Readonly<Record<string, string>>, prefix = ''): AnnouncementDraft {
  const inputOf = (name: AnnouncementField) => values[`${prefix}${name}`] ?? ''
  return {
    message: inputOf('message'),
    spanish: inputOf('spanish'),
    kind: inputOf('kind'),
    starts_at: inputOf('starts_at'),
    ends_at: inputOf('ends_at'),
    more: wordsUnder(values, `${prefix}words`),
  }
}
