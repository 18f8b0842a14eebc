import { canManagePerson, canSeeOwn, selectManaged } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { holds, type PermissionType, type Policy, scoped, signedIn, userOf } from '#platform/permissions.ts'
import { ownerType } from './document.schema.ts'
import { type Document, type DocumentOwner, selectDocument } from './document.sql.ts'

export type Owner = { lk_entity_type_id?: number | null; user_id?: number | null; entity_id?: number | null }

/**
 * The owner in a call: an organization by id, the person in either field, otherwise the caller. Two fields that
 * name different people are refused.
 */
export function ownerOf(ctx: Pick<Ctx, 'actor'>, { lk_entity_type_id, user_id, entity_id }: Owner): DocumentOwner {
  if (lk_entity_type_id === ownerType.organization) {
    if (!entity_id) throw errors.invalid()
    return { lk_entity_type_id, entity_id }
  }
  if (user_id && entity_id && user_id !== entity_id) throw errors.invalid()
  return { lk_entity_type_id: ownerType.person, entity_id: user_id ?? entity_id ?? userOf(ctx).user_id }
}

const describeWho = (type: PermissionType) =>
  `of themselves, or staff with ${type} of the role of the person, or of an organization with MANAGE_ORGANIZATION:${type}`

async function requireAccess(ctx: Ctx, { lk_entity_type_id, entity_id }: DocumentOwner, type: PermissionType) {
  if (lk_entity_type_id === ownerType.organization) return requireOrganizationKey(ctx, entity_id, type)
  if (!canSeeOwn(ctx.actor, entity_id)) await selectManaged(ctx, entity_id, type)
}

/** Throws notFound for an organization that the caller may not see, forbidden for one that they may only see. */
function requireOrganizationKey({ actor, organization }: Ctx, organization_id: number, type: PermissionType): void {
  const maySee = holds(actor, 'MANAGE_ORGANIZATION:READ') && organization.scope.includes(organization_id)
  if (!maySee) throw errors.notFound()
  if (!holds(actor, `MANAGE_ORGANIZATION:${type}`)) throw errors.forbidden()
}

/**
 * The person themselves, or staff with the permission for their role; for an organization, its staff and those of its
 * parents.
 */
export const ofOwner = <I extends Owner>(type: PermissionType): Policy<I> =>
  scoped<I>(signedIn, describeWho(type), async (ctx, input) => requireAccess(ctx, ownerOf(ctx, input), type))

/** The same for a document by its id. */
export const ofDocument = (type: PermissionType): Policy<{ attachment_id: number }> =>
  scoped(signedIn, describeWho(type), async (ctx, { attachment_id }) =>
    requireAccess(ctx, await selectDocument(ctx, attachment_id), type),
  )

/** Whether the caller manages the documents of a visible owner. */
export const canManageOwner = async (ctx: Ctx, { lk_entity_type_id, entity_id }: DocumentOwner): Promise<boolean> =>
  lk_entity_type_id === ownerType.organization
    ? holds(ctx.actor, 'MANAGE_ORGANIZATION:UPDATE')
    : canManagePerson(ctx, entity_id, 'UPDATE')

/** Whether the caller may upload for a visible owner. */
export const mayUpload = async (ctx: Ctx, owner: DocumentOwner): Promise<boolean> =>
  (await canManageOwner(ctx, owner)) ||
  (owner.lk_entity_type_id === ownerType.person && owner.entity_id === userOf(ctx).user_id)

/** Whether the caller may delete a document that they may change. */
export const mayDelete = async (ctx: Ctx, document: Document): Promise<boolean> =>
  userOf(ctx).user_id === document.uploaded_by || canManageOwner(ctx, document)
