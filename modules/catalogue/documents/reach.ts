import type { Ctx } from '../../../platform/ctx.ts'
import { errors } from '../../../platform/errors.ts'
import { type PermissionType, type Policy, scoped, signedIn, userOf } from '../../../platform/permissions.ts'
import { managesPerson, seesOwn, selectManaged } from '../../identity/index.ts'
import { type Document, selectDocument } from './document.sql.ts'

export type Owner = { user_id?: number | null; entity_id?: number | null }

/** Whose documents a call is about: the person named by either field, else the caller. Two names of two people are none. */
export function ownerOf(ctx: Pick<Ctx, 'actor'>, { user_id, entity_id }: Owner): number {
  if (user_id && entity_id && user_id !== entity_id) throw errors.invalid()
  return user_id ?? entity_id ?? userOf(ctx).user_id
}

/** The person themselves, or staff with the key of the person's role. */
export const ofOwner = <I extends Owner>(type: PermissionType): Policy<I> =>
  scoped<I>(signedIn, `of themselves, or staff with ${type} of the role of the person`, async (ctx, input) => {
    const owner = ownerOf(ctx, input)
    if (!seesOwn(ctx.actor, owner)) await selectManaged(ctx, owner, type)
  })

/** The same for a document by its id. */
export const ofDocument = (type: PermissionType): Policy<{ attachment_id: number }> =>
  scoped(signedIn, `of themselves, or staff with ${type} of the role of its person`, async (ctx, { attachment_id }) => {
    const { entity_id } = await selectDocument(ctx, attachment_id)
    if (!seesOwn(ctx.actor, entity_id)) await selectManaged(ctx, entity_id, type)
  })

/** Whether the caller may delete a document that they may change. */
export const mayDelete = async (ctx: Ctx, { entity_id, uploaded_by }: Document): Promise<boolean> =>
  userOf(ctx).user_id === uploaded_by || (await managesPerson(ctx, entity_id, 'UPDATE'))
