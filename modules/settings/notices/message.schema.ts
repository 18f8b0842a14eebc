import { wording, z } from '#platform/schema.ts'
import { noticeTexts } from './notice.texts.ts'
import { readMessage } from './read-message.ts'

const mostBytes = 20_000

/**
 * What staff announce: a text, one text for each language, or a document of the rich-text editor, with or without a kind
 * (`info`, `attention`, `error`). At most 20 kB of JSON, and readable in English, the language that all others fall back to.
 */
export const Message = z
  .unknown()
  .refine((message) => readMessage(message, 'en-us') !== null, { error: wording(noticeTexts.messageMissing) })
  .refine((message) => (JSON.stringify(message) ?? '').length <= mostBytes, {
    error: wording(noticeTexts.messageTooLong),
  })
  .openapi({ description: 'a text, {text: {en-us, es-es}, kind}, or {document, kind} of the rich-text editor' })

const instant = () =>
  z.iso
    .datetime({ offset: true })
    .nullish()
    .transform((given) => given ?? null)

/** From when until when something is shown; null is without that limit. */
export const schedule = { starts_at: instant(), ends_at: instant() }

type Scheduled = { starts_at: string | null; ends_at: string | null }

/** For `superRefine`: an end lies after its start. */
export function requireOrder({ starts_at, ends_at }: Scheduled, { addIssue }: z.core.$RefinementCtx): void {
  if (starts_at !== null && ends_at !== null && Date.parse(ends_at) <= Date.parse(starts_at))
    addIssue({ code: 'custom', path: ['ends_at'], message: wording(noticeTexts.endsFirst) })
}
