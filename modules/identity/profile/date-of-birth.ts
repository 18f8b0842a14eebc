import { identityErrors } from '#modules/identity/errors.ts'
import { facetsPort } from '#modules/identity/facets.ts'
import { lockPerson } from '#modules/identity/people/person.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { localize } from '#platform/texts.ts'
import { identityLockOf } from './identity-lock.ts'

/**
 * A person's confirmed date of birth, which can no longer be replaced: a purchase, a registration or a certificate
 * confirmed it. Null while they may still enter another one.
 */
export async function findConfirmedBirth(ctx: Ctx, user_id: number): Promise<string | null> {
  const person = await lockPerson(ctx, user_id)
  return person.dob !== null && (await identityLockOf(ctx, person)) ? person.dob : null
}

/**
 * Sets a person's date of birth to the given date. The same date changes nothing, and an unconfirmed one is replaced.
 * Throws dateOfBirthDiffers, at `path`, if another one was confirmed.
 */
export async function confirmDateOfBirth(ctx: Ctx, user_id: number, dob: string, path = 'dob'): Promise<void> {
  const person = await lockPerson(ctx, user_id)
  if (person.dob === dob) return
  if (person.dob !== null && (await identityLockOf(ctx, person))) throw refuseBirth(ctx, path)
  await writeBirth(ctx, user_id, person.dob, dob, { action: 'user.giveDateOfBirth' })
}

/** Refuses a second date of birth, at its field. */
export function refuseBirth(ctx: Pick<Ctx, 'locale'>, path: string) {
  const { dateOfBirthDiffers } = identityErrors
  return dateOfBirthDiffers({}, {}, [{ path, message: localize(ctx.locale, dateOfBirthDiffers.text) }])
}

/**
 * Corrects a date of birth for staff. The caller must check the access. The age rules of the person's courses are
 * checked again. Returns the names of the courses that the person may no longer take.
 */
export async function correctDateOfBirth(
  ctx: Ctx,
  user_id: number,
  dob: string,
  reason: string | null,
): Promise<string[]> {
  await ctx.use(facetsPort).lockCourses(ctx, user_id)
  const person = await lockPerson(ctx, user_id)
  if (person.dob === dob) return []
  await writeBirth(ctx, user_id, person.dob, dob, { action: 'user.correctDateOfBirth', reason })
  return ctx.use(facetsPort).birthCorrected(ctx, user_id)
}

type BirthAudit = { action: 'user.giveDateOfBirth' | 'user.correctDateOfBirth'; reason?: string | null }

async function writeBirth(
  ctx: Ctx,
  user_id: number,
  before: string | null,
  dob: string,
  { action, reason }: BirthAudit,
) {
  await ctx.sql`update identity.person set dob = ${dob}, updated_at = platform.now() where user_id = ${user_id}`
  await ctx.audit({
    action,
    subject: `user_id:${user_id}`,
    subject_user_id: user_id,
    before: { dob: before },
    after: { dob, ...(reason && { reason }) },
  })
}
