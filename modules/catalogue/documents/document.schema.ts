import { count, id, z } from '../../../platform/schema.ts'

/** The largest document in bytes, and how many of them one person may have. */
export const largestDocument = 20 * 1024 * 1024
export const mostDocuments = 50

/** Documents belong to people so far; the other entities of the contract come with their own issues. */
export const personEntity = () => count(1, 1).nullish()

/** Whose document: `user_id` and `entity_id` are two names of one thing. */
export const ownerFields = { lk_entity_type_id: personEntity(), entity_id: id().nullish(), user_id: id().nullish() }

export const DocumentAnswer = z.object({
  attachment_id: z.int(),
  lk_entity_type_id: z.int(),
  entity_id: z.int(),
  lk_file_type_id: z.int(),
  name: z.string(),
  content_type: z.string(),
  size_bytes: z.number(),
  created_at: z.iso.datetime(),
  uploaded_by_name: z.string(),
  /** Where it can be downloaded. */
  url: z.string(),
  can_delete: z.boolean(),
})
