import type { FileNames } from '#platform/files/file-claims.ts'

/** Whether a library file, a document or a certificate template has this content. */
export const isCatalogueFile: FileNames = async ({ sql }, file_key) => {
  const rows = await sql`
    select from catalogue.attachment where file_key = ${file_key} and deleted_at is null
    union all
    select from catalogue.attachment where thumbnail_key = ${file_key} and deleted_at is null
    union all
    select from catalogue.document where file_key = ${file_key} and deleted_at is null
    union all
    select from catalogue.certificate_background where file_key = ${file_key}
    union all
    select from catalogue.certificate_signature where file_key = ${file_key}`
  return rows.length > 0
}
