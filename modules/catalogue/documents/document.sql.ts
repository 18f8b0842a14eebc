import type { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { type DocumentResponse, ownerType } from './document.schema.ts'

/** A file that belongs to a person or an organization; `entity_id` is the id of that kind. */
export type Document = {
  attachment_id: number
  organization_id: number
  lk_entity_type_id: number
  entity_id: number
  lk_file_type_id: number
  name: string
  file_key: string
  content_type: string
  size_bytes: number
  sha256: string
  uploaded_by: number
  uploaded_by_name: string
  created_at: Date
}

const columns = (sql: Ctx['sql']) => sql`
  d.attachment_id, d.organization_id, d.lk_entity_type_id, d.entity_id, d.lk_file_type_id, d.name, d.file_key,
  d.content_type, d.size_bytes::float8 as size_bytes, d.sha256, d.uploaded_by, d.created_at,
  coalesce((select trim(p.first_name || ' ' || p.last_name) from identity.v_person p
            where p.user_id = d.uploaded_by), '') as uploaded_by_name`

export type DocumentOwner = Pick<Document, 'lk_entity_type_id' | 'entity_id'>

/**
 * The documents of a person or an organization, newest first. Callers must check access. Unscoped, because the
 * uploader may belong to a parent organization.
 */
export const listDocuments = (
  { unscoped: { sql } }: Pick<Ctx, 'unscoped'>,
  { lk_entity_type_id, entity_id }: DocumentOwner,
) => sql<Document>`
  select ${columns(sql)} from catalogue.document d
  where d.lk_entity_type_id = ${lk_entity_type_id} and d.entity_id = ${entity_id} and d.deleted_at is null
  order by d.created_at desc, d.attachment_id desc`

/** A document by id, of any owner. Callers must check access to the owner. Throws notFound. */
export async function selectDocument({ sql }: Pick<Ctx, 'sql'>, attachment_id: number): Promise<Document> {
  const [row] = await sql<Document>`
    select ${columns(sql)} from catalogue.document d
    where d.attachment_id = ${attachment_id} and d.deleted_at is null`
  if (!row) throw errors.notFound()
  return row
}

/** Serializes uploads for one owner, so that quota and duplicates are checked correctly. */
export const lockDocumentsOf = async (
  { sql }: Pick<Ctx, 'sql'>,
  { lk_entity_type_id, entity_id }: DocumentOwner,
): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext(${`catalogue.document:${lk_entity_type_id}`}), ${entity_id})`
}

/** The person whose history gets a document's event; none for an organization's document. */
export const documentSubject = ({ attachment_id, lk_entity_type_id, entity_id }: Document) => ({
  subject: `attachment_id:${attachment_id}`,
  ...(lk_entity_type_id === ownerType.person && { subject_user_id: entity_id }),
})

type Caller = { user_id: number; manages: boolean }

/** A document in responses. People delete their own uploads; staff delete those that they manage. */
export function toDocumentResponse(document: Document, caller: Caller): z.input<typeof DocumentResponse> {
  const { attachment_id, created_at, uploaded_by } = document
  return {
    ...document,
    created_at: created_at.toISOString(),
    url: `/api/attachment/document/${attachment_id}`,
    can_delete: caller.manages || uploaded_by === caller.user_id,
  }
}
