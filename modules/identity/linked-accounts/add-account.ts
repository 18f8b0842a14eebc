import { acceptCode } from '#modules/identity/credentials/accept-code.ts'
import { selectFactors } from '#modules/identity/credentials/factors.sql.ts'
import { verifyPassword } from '#modules/identity/credentials/password-hash.ts'
import { typedPassword } from '#modules/identity/credentials/typed-password.schema.ts'
import { requireProvenAddress } from '#modules/identity/email-proof/email-proof.sql.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import { securityChanged } from '#modules/identity/facts.ts'
import { findPersonByLogin, lockPerson } from '#modules/identity/people/person.sql.ts'
import { emailAddress } from '#modules/identity/people/person-fields.schema.ts'
import { roleOf, userStatus } from '#modules/identity/people/roles.ts'
import { requireFreshProof } from '#modules/identity/proof/proof.ts'
import { beginTry, forgetFailures } from '#modules/identity/sign-in/throttle.sql.ts'
import { asGuess } from '#modules/identity/sign-up/account-guess.sql.ts'
import { createStudent } from '#modules/identity/sign-up/create-student.ts'
import type { Role, UserActor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { either, staff, student, userOf } from '#platform/permissions.ts'
import { flag, optionalText, z } from '#platform/schema.ts'
import { countLinks, insertLink } from './linked-account.sql.ts'

const maxLinks = 20
const rank: Readonly<Record<Role, number>> = { Student: 0, Support: 1, Instructor: 1, Admin: 2, Auditor: 3 }

/** A link must never lead into an account whose role has more rights. */
export const canLink = (role: Role, other: Role): boolean => rank[other] <= rank[role]

export const addAccount = operation({
  call: 'POST /user/addAccount',
  summary: 'Links another account of the same person, or a new student account, so that the caller can switch to it',
  may: either(student, staff('CAN_ADD_MULTIPLE_ACCOUNTS:CREATE')),
  takes: z.object({
    /** The login id of the linked account; the email address of a new one. */
    email: emailAddress(),
    password: typedPassword(),
    /** False: a new student account with this address. */
    linkExistingAccount: flag().default(true),
    /** The authenticator code of the other account, if it has one. */
    code: optionalText(40),
  }),
  gives: z.object({ data: z.object({ user: z.object({ related_user_id: z.int() }) }) }),
  fails: [
    identityErrors.proofNeeded,
    identityErrors.emailUnproven,
    identityErrors.invalidCredentials,
    identityErrors.tooManySignIns,
    identityErrors.codeNeeded,
    identityErrors.wrongCode,
    identityErrors.cannotLink,
    identityErrors.tooManyLinks,
    identityErrors.loginidInUse,
    identityErrors.weakPassword,
  ],
  transaction: { own: 'a failed try must stay counted, and no connection waits while a password is hashed' },
  rate: 'sign-in',
  async run(ctx, { email, password, linkExistingAccount, code }) {
    const caller = userOf(ctx)
    await requireFreshProof(ctx)
    await ctx.tx(requireProvenAddress)
    await requireFewLinks(ctx, caller.user_id)
    const related_user_id = linkExistingAccount
      ? await proveOther(ctx, caller, email, password, code)
      : await createLinked(ctx, email, password)
    await ctx.tx((inner) => linkAccounts(inner, caller, related_user_id))
    return { data: { user: { related_user_id } } }
  },
})

function createLinked(ctx: Ctx, email: string, password: string): Promise<number> {
  const student = { loginid: email, email, password, first_name: '', last_name: '' }
  return asGuess(ctx, (reveals) => {
    reveals()
    return createStudent(ctx, student)
  })
}

/**
 * Checks the other account's password, counted like a sign-in, and its code; someone who has both may know the rest.
 */
async function proveOther(ctx: Ctx, user: UserActor, email: string, password: string, code: string): Promise<number> {
  await beginTry(ctx, email)
  const person = await findPersonByLogin(ctx, email)
  const isMatch = await verifyPassword(person?.password_hash ?? null, password)
  if (!person || !isMatch || person.lk_user_status_id === userStatus.Disabled) {
    await ctx.audit({ action: 'linked_account.refused', subject_user_id: person?.user_id ?? null })
    throw identityErrors.invalidCredentials()
  }
  await ctx.tx((inner) => forgetFailures(inner, person.loginid))
  if (person.user_id === user.user_id || !canLink(user.role, roleOf(person.lk_user_role_id)))
    throw identityErrors.cannotLink()
  // Unscoped: the account may belong to a parent organization.
  await requireCode(ctx.unscoped, person.user_id, code)
  return person.user_id
}

async function requireCode(ctx: Ctx, user_id: number, code: string): Promise<void> {
  const { tfa_enabled, required } = await selectFactors(ctx, user_id)
  if (!tfa_enabled && !required) return
  // A passkey works only for its own site and person, so it can't be entered here.
  if (!tfa_enabled) throw identityErrors.cannotLink()
  if (!code) throw identityErrors.codeNeeded()
  const accepted = await ctx.tx(async (inner) => {
    await lockPerson(inner, user_id)
    return acceptCode(inner, user_id, code)
  })
  // After the transaction: a wrong code must stay counted.
  if ('refusal' in accepted) throw accepted.refusal
}

async function requireFewLinks(ctx: Ctx, user_id: number): Promise<void> {
  if ((await countLinks(ctx, user_id)) >= maxLinks) throw identityErrors.tooManyLinks({ n: maxLinks })
}

async function linkAccounts(ctx: Ctx, user: UserActor, related_user_id: number): Promise<void> {
  const { user_id, organization_id } = user
  // Concurrent requests take turns, so that the last slot is used only once.
  await requireProvenAddress(ctx)
  await requireFewLinks(ctx, user_id)
  if (!(await insertLink(ctx, { user_id, related_user_id }, organization_id))) return
  // Both histories record it, and both owners are notified.
  for (const subject_user_id of [user_id, related_user_id]) {
    await ctx.audit({ action: 'linked_account.add', subject: `user_id:${related_user_id}`, subject_user_id })
    await ctx.emit(securityChanged, { user_id: subject_user_id, kind: 'account_linked' })
  }
}
