import { selectPerson } from '#modules/identity/people/person.sql.ts'
import { roleOf } from '#modules/identity/people/roles.ts'
import { isProofNeeded, type ProofMethod, requireFreshProof } from '#modules/identity/proof/proof.ts'
import type { Role } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'

/** The data of the page before a view starts; `ways` is null if the last proof is recent enough. */
export type ViewRequest = { user_id: number; name: string; role: Role; ways: readonly ProofMethod[] | null }

/** Throws notFound for a person out of scope. */
export async function prepareView(ctx: Ctx, user_id: number): Promise<ViewRequest> {
  const { first_name, last_name, loginid, lk_user_role_id, organization_id } = await selectPerson(ctx, user_id)
  if (!ctx.organization.scope.includes(organization_id)) throw errors.notFound()
  const name = `${first_name} ${last_name}`.trim() || loginid
  return { user_id, name, role: roleOf(lk_user_role_id), ways: await findProofWays(ctx) }
}

async function findProofWays(ctx: Ctx): Promise<readonly ProofMethod[] | null> {
  try {
    await requireFreshProof(ctx)
    return null
  } catch (error) {
    if (!isProofNeeded(error)) throw error
    return error.answer.ways as ProofMethod[]
  }
}
