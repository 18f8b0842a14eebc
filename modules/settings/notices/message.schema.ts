import { wording, z } from '#platform/schema.ts'
import { noticeTexts } from './notice.texts.ts'
import { parseMessage } from './read-message.ts'

const maxBytes = 20_000

/**
 * An announcement by staff: a text, a text per language, or a rich text document, optionally with a kind (`info`,
 * `attention`, `error`). At most 20 kB of JSON. Requires English, the fallback of all languages.
 */
export const Message = z
  .unknown()
  .refine((message) => parseMessage(message, 'en-us') !== null, { error: wording(noticeTexts.messageMissing) })
  .refine((message) => (JSON.stringify(message) ?? '').length <= maxBytes, {
    error: wording(noticeTexts.messageTooLong),
  })
  .openapi({ description: 'a text, {text: {en-us, es-es}, kind}, or {document, kind} of the rich-text editor' })

const instant = () =>
  z.iso
    .datetime({ offset: true })
    .nullish()
    .transform((value) => value ?? null)

/** The period in which an announcement is shown; null for no limit. */
export const schedule = { starts_at: instant(), ends_at: instant() }

type Schedule = { starts_at: string | null; ends_at: string | null }

/** For `superRefine`: requires the end to be after the start. */
export function requireEndAfterStart({ starts_at, ends_at }: Schedule, { addIssue }: z.core.$RefinementCtx): void {
  if (starts_at !== null && ends_at !== null && Date.parse(ends_at) <= Date.parse(starts_at))
    addIssue({ code: 'custom', path: ['ends_at'], message: wording(noticeTexts.endsFirst) })
}
