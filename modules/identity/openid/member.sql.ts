import { roleId, userStatus } from '#modules/identity/people/roles.ts'
import type { Ctx } from '#platform/ctx.ts'

/** A person of the visited organization itself, as the sign-in with its provider needs them. */
export type Member = {
  user_id: number
  email: string
  is_student: boolean
  is_disabled: boolean
  email_proven: boolean
  has_password: boolean
}

const columns = ({ sql }: Pick<Ctx, 'sql'>) => sql`
  user_id, email, lk_user_role_id = ${roleId.Student} as is_student,
  lk_user_status_id = ${userStatus.Disabled} as is_disabled, email_proven_at is not null as email_proven,
  password_hash is not null as has_password`

export async function selectMember(ctx: Ctx, user_id: number): Promise<Member | null> {
  const [row] = await ctx.sql<Member>`
    select ${columns(ctx)} from identity.person
    where user_id = ${user_id} and organization_id = ${ctx.organization.organization_id} and deleted_at is null`
  return row ?? null
}

/** Up to two people with an address, enough to detect that it is ambiguous. */
export const listMembersByEmail = (ctx: Ctx, email: string) => ctx.sql<Member>`
  select ${columns(ctx)} from identity.person
  where organization_id = ${ctx.organization.organization_id} and email_key = lower(${email}) and deleted_at is null
  order by user_id limit 2`

/** Whether a person belongs to the visited organization itself. */
export const isMember = async (ctx: Ctx, user_id: number): Promise<boolean> =>
  (await selectMember(ctx, user_id)) !== null
