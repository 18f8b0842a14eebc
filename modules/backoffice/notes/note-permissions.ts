import { selectManaged } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { holds, type Policy, scoped, staff } from '#platform/permissions.ts'
import { isCaller } from '#platform/viewing.ts'
import { selectNote } from './note.sql.ts'

export type NoteSubject = { lk_entity_type_id: number; entity_id: number }

const person = 1

/** The organization of a note's record. Throws notFound for one that the caller can't see. */
export async function organizationOf(ctx: Ctx, { lk_entity_type_id, entity_id }: NoteSubject): Promise<number> {
  if (lk_entity_type_id === person) {
    // Staff can't read notes about themselves.
    if (isCaller(ctx.actor, entity_id)) throw errors.notFound()
    return (await selectManaged(ctx, entity_id, 'READ')).organization_id
  }
  if (!holds(ctx.actor, 'MANAGE_ORGANIZATION:READ')) throw errors.notFound()
  if (!ctx.organization.scope.includes(entity_id)) throw errors.notFound()
  return entity_id
}

/** Staff who can see the person or organization. */
export const onEntity: Policy<NoteSubject> = scoped(
  staff(),
  'who can see the person or organization the note is about',
  async (ctx, entity) => {
    await organizationOf(ctx, entity)
  },
)

/** The same for a note by its id. */
export const onNote: Policy<{ entity_note_id: number }> = scoped(
  staff(),
  'who can see the person or organization the note is about',
  async (ctx, { entity_note_id }) => {
    await organizationOf(ctx, await selectNote(ctx, entity_note_id))
  },
)
