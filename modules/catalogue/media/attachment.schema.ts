import { z } from '#platform/schema.ts'
import { type Attachment, attachmentUrl, posterUrl } from './attachment.sql.ts'
import { componentOf } from './media-kind.shared.ts'

export const AttachmentAnswer = z.object({
  attachment_id: z.int(),
  organization_id: z.int(),
  lk_file_type_id: z.int(),
  name: z.string(),
  user_filename: z.string(),
  /** The type of its media card; null for captions. */
  type: z.string().nullable(),
  url: z.string(),
  thumbnail: z.string().nullable(),
  content_type: z.string(),
  size_bytes: z.number(),
  duration_ms: z.int().nullable(),
  alt: z.string().nullable(),
  language: z.string().nullable(),
  related_attachment_id: z.int().nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

/** An attachment in responses. */
export function attachmentAnswer(attachment: Attachment): z.input<typeof AttachmentAnswer> {
  return {
    ...attachment,
    user_filename: attachment.name,
    type: componentOf(attachment.lk_file_type_id),
    url: attachmentUrl(attachment),
    thumbnail: posterUrl(attachment),
    created_at: attachment.created_at.toISOString(),
    updated_at: attachment.updated_at.toISOString(),
  }
}
