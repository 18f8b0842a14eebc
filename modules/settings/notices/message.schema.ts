import { wording, z } from '#platform/schema.ts'
import { noticeTexts } from './notice.texts.ts'
import { readMessage } from './read-message.ts'

const maxBytes = 20_000

/**
 * An announcement by staff: a text, a text per language, or a rich text document, with or without a kind (`info`,
 * `attention`, `error`). At most 20 kB of JSON, and readable in English, the fallback of all languages.
 */
export const Message = z
  .unknown()
  .refine((message) => readMessage(message, 'en-us') !== null, { error: wording(noticeTexts.messageMissing) })
  .refine((message) => (JSON.stringify(message) ?? '').length <= maxBytes, {
    error: wording(noticeTexts.messageTooLong),
  })
  .openapi({ description: 'a text, {text: {en-us, es-es}, kind}, or {document, kind} of the rich-text editor' })

const instant = () =>
  z.iso
    .datetime({ offset: true })
    .nullish()
    .transform((value) => value ?? null)

/** The time when something is shown; null is unlimited. */
export const schedule = { starts_at: instant(), ends_at: instant() }

type Scheduled = { starts_at: string | null; ends_at: string | null }

/** For `superRefine`: the end must be after the start. */
export function requireOrder({ starts_at, ends_at }: Scheduled, { addIssue }: z.core.$RefinementCtx): void {
  if (starts_at !== null && ends_at !== null && Date.parse(ends_at) <= Date.parse(starts_at))
    addIssue({ code: 'custom', path: ['ends_at'], message: wording(noticeTexts.endsFirst) })
}
