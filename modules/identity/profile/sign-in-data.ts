import { insertEmail } from '#modules/identity/emails/email.sql.ts'
import { dropEmailChange, type EmailChange } from '#modules/identity/emails/email-change.sql.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import type { Person } from '#modules/identity/people/person.sql.ts'
import { requireFreshProof } from '#modules/identity/proof/proof.ts'
import { requireWithinRights } from '#modules/identity/rights/within-rights.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { secondsInWindow } from '#platform/event-window.ts'
import { holds } from '#platform/permissions.ts'

type SignInData = Pick<Person, 'email' | 'loginid'>

/**
 * Throws if the caller may not change a person's email address or login id. Staff need the permission, and may not
 * change those of people with more rights, because a reader of the mailbox can set the password; it also requires a
 * recent proof.
 */
export async function requireSignInChange(ctx: Ctx, person: Person): Promise<void> {
  const isSelf = isOwn(ctx, person)
  if (!isSelf && !holds(ctx.actor, 'CHANGE_PASSWORD:UPDATE')) throw errors.forbidden()
  if (!isSelf) await requireWithinRights(ctx, person)
  await requireFreshProof(ctx)
  if (isSelf) await requireFewChanges(ctx, person)
}

const maxChangesPerDay = 3

const isOwn = ({ actor }: Ctx, { user_id }: Person): boolean => actor.kind === 'user' && actor.user_id === user_id

/** The caller has locked the person, so concurrent changes count each other. */
async function requireFewChanges({ sql, now }: Ctx, { user_id }: Person): Promise<void> {
  const since = new Date(now.getTime() - 24 * 60 * 60_000)
  const [earliest] = await sql<{ at: Date }>`
    select at from identity.sign_in_change where user_id = ${user_id} and at > ${since}
    order by at desc offset ${maxChangesPerDay - 1} limit 1`
  if (earliest) throw identityErrors.tooManySignInChanges(secondsInWindow(since, earliest.at))
}

/** Counts a person's own change toward the daily limit. */
export async function countOwnSignInChange(ctx: Ctx, person: Person): Promise<void> {
  const { user_id, organization_id } = person
  if (isOwn(ctx, person))
    await ctx.sql`insert into identity.sign_in_change ${ctx.sql({ user_id, organization_id, at: ctx.now })}`
}

/** The address that a person requests for their own account. Changing only the case needs no link. */
export function requestedEmailOf(ctx: Ctx, before: Person, signInData: SignInData): EmailChange | null {
  if (!isOwn(ctx, before) || isSameAddress(before, signInData)) return null
  const with_loginid = signInData.loginid === signInData.email
  return { email: signInData.email, with_loginid }
}

const isSameAddress = (signInData: SignInData, other: SignInData) =>
  signInData.email.toLowerCase() === other.email.toLowerCase()

/**
 * After the address or login id changed: earlier links become void, an address entered by someone else is unproven, and
 * the old address is notified.
 */
export async function handleSignInChange(ctx: Ctx, before: Person, after: SignInData): Promise<void> {
  const { user_id, organization_id } = before
  await ctx.sql`
    update identity.password_reset set used_at = ${ctx.now} where user_id = ${user_id} and used_at is null`
  await dropEmailChange(ctx, user_id)
  if (!isSameAddress(before, after))
    await ctx.sql`update identity.person set email_proven_at = null where user_id = ${user_id}`
  await insertEmail(ctx, { user_id, organization_id, kind: 'sign-in-changed', to_email: before.email })
}
