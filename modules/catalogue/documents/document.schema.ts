import { id, z } from '#platform/schema.ts'

/** The limits of one document in bytes, and of the number of documents per person or organization. */
export const maxDocumentBytes = 20 * 1024 * 1024
export const maxDocuments = 50

/** The lk_entity_type_id of document owners. */
export const ownerType = { person: 1, organization: 4 } as const

/** The document's owner: for a person (the default) `user_id` and `entity_id` are synonyms. */
export const ownerFields = {
  lk_entity_type_id: id()
    .pipe(z.literal([ownerType.person, ownerType.organization]))
    .nullish(),
  entity_id: id().nullish(),
  user_id: id().nullish(),
}

export const DocumentResponse = z.object({
  attachment_id: z.int(),
  lk_entity_type_id: z.int(),
  entity_id: z.int(),
  lk_file_type_id: z.int(),
  name: z.string(),
  content_type: z.string(),
  size_bytes: z.number(),
  created_at: z.iso.datetime(),
  uploaded_by_name: z.string(),
  /** The download address. */
  url: z.string(),
  can_delete: z.boolean(),
})
