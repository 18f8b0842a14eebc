import type { Ctx } from '../../../platform/ctx.ts'
import { lockPerson } from '../people/person.sql.ts'

/** Writes the date of birth of someone whose profile has none; one that is there stays. */
export async function giveDateOfBirth(ctx: Ctx, user_id: number, dob: string): Promise<void> {
  const person = await lockPerson(ctx, user_id)
  if (person.dob !== null) return
  await ctx.sql`update identity.person set dob = ${dob}, updated_at = platform.now() where user_id = ${user_id}`
  await ctx.audit({
    action: 'user.giveDateOfBirth',
    subject: `user_id:${user_id}`,
    subject_user_id: user_id,
    before: { dob: null },
    after: { dob },
  })
}
