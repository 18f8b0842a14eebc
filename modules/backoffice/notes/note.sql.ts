import type { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { entityType } from '#platform/entity-types.ts'
import { errors } from '#platform/errors.ts'
import { userOf } from '#platform/permissions.ts'
import type { NoteResponse } from './note.schema.ts'

export type Note = {
  entity_note_id: number
  organization_id: number
  lk_entity_type_id: number
  entity_id: number
  note: string
  created_by: number
  created_by_name: string
  created_at: Date
  updated_at: Date
}

const columns = (sql: Ctx['sql']) => sql`
  n.entity_note_id, n.organization_id, n.lk_entity_type_id, n.entity_id, n.note, n.created_by, n.created_at, n.updated_at,
  coalesce((select trim(p.first_name || ' ' || p.last_name) from identity.v_person p
            where p.user_id = n.created_by), '') as created_by_name`

const maxNotes = 500
const organization = 4

/** An organization can't read notes written about it by staff of its parents. */
const readable = (sql: Ctx['sql'], { actor }: Reader) => sql`
  n.deleted_at is null and (n.lk_entity_type_id <> ${organization} or not exists (
    select from identity.v_person w
    join identity.v_organization_scope s on s.organization_id = w.organization_id
    where w.user_id = n.created_by and s.descendant_id = ${userOf({ actor }).organization_id}
      and s.descendant_id <> s.organization_id))`

/** Unscoped, because the author may belong to an organization above. */
type Reader = Pick<Ctx, 'actor' | 'unscoped'>

/** The notes on one record, newest first. Callers must check the access to the record. */
export const listNotes = (ctx: Reader, lk_entity_type_id: number, entity_id: number): Promise<Note[]> => {
  const { sql } = ctx.unscoped
  return sql<Note>`
    select ${columns(sql)} from backoffice.entity_note n
    where n.lk_entity_type_id = ${lk_entity_type_id} and n.entity_id = ${entity_id} and ${readable(sql, ctx)}
    order by n.created_at desc, n.entity_note_id desc
    limit ${maxNotes}`
}

/** A note by id, about any record: the caller must check the scope. Throws notFound. */
export async function selectNote(ctx: Reader, entity_note_id: number): Promise<Note> {
  const { sql } = ctx.unscoped
  const [row] = await sql<Note>`
    select ${columns(sql)} from backoffice.entity_note n
    where n.entity_note_id = ${entity_note_id} and ${readable(sql, ctx)}`
  if (!row) throw errors.notFound()
  return row
}

/** The author and Admins may change a note. */
export function mayEdit({ actor }: Pick<Ctx, 'actor'>, { created_by }: Note): boolean {
  return actor.kind === 'user' && (actor.role === 'Admin' || userOf({ actor }).user_id === created_by)
}

/** A note as responses contain it. */
export const noteResponse = (ctx: Pick<Ctx, 'actor'>, note: Note): z.input<typeof NoteResponse> => ({
  ...note,
  created_at: note.created_at.toISOString(),
  updated_at: note.updated_at.toISOString(),
  edited: note.updated_at.getTime() !== note.created_at.getTime(),
  can_edit: mayEdit(ctx, note),
})

/** The subject of an audit event about a note. */
export const noteSubject = ({ entity_note_id, lk_entity_type_id, entity_id }: Note) => ({
  subject: `entity_note_id:${entity_note_id}`,
  subject_user_id: lk_entity_type_id === entityType.Person ? entity_id : null,
})
