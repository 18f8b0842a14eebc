import { selectFactors } from '#modules/identity/credentials/factors.sql.ts'
import {
  findLinkedPerson,
  insertSocialAccount,
  lockSubject,
  markSocialAccountUsed,
} from '#modules/identity/credentials/social-account.sql.ts'
import { confirmAddress } from '#modules/identity/email-proof/email-proof.sql.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import { securityChanged } from '#modules/identity/facts.ts'
import { insertExternalPerson, lockExternalPerson } from '#modules/identity/people/external-person.sql.ts'
import { completeSignIn, type SignInResponse } from '#modules/identity/sign-in/complete-sign-in.ts'
import { createStudent } from '#modules/identity/sign-up/create-student.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { isMember, listMembersByEmail, type Member, selectMember } from './member.sql.ts'
import type { OrganizationProfile } from './organization-provider.ts'
import { lockCurrentProvider, type SignInProvider } from './sign-in-provider.sql.ts'

const provider = 'organization'

/**
 * Signs in the person that the visited organization's own provider identifies. The first time, an account of a student
 * is found by the partner's id or by a proven address, or is created. Throws socialFailed, socialNotOffered,
 * signInToLink for an account that its owner must connect, socialTaken, noAccountHere, addressUnconfirmed.
 */
export async function signInWithOrganization(ctx: Ctx, profile: OrganizationProfile): Promise<SignInResponse> {
  const { subject } = profile
  try {
    return await ctx.tx(async (inner) => {
      await lockSubject(inner, provider, subject)
      const settings = await lockCurrentProvider(inner, subject)
      const user_id = (await findConnected(inner, subject)) ?? (await connectMember(inner, settings, profile))
      await requireSecondFactor(inner, user_id)
      return completeSignIn(inner, user_id, { method: 'organization' })
    })
  } catch (error) {
    // Not an outage: the provider vouched for someone, and the account stays closed.
    if (error instanceof Refusal && error.kind.status < 500)
      await ctx.audit({ action: 'user.login_failed', after: { method: provider, reason: error.kind.code } })
    throw error
  }
}

async function findConnected(ctx: Ctx, subject: string): Promise<number | null> {
  const linkedPerson = await findLinkedPerson(ctx, provider, subject)
  if (!linkedPerson) return null
  // The person may have moved to another organization since.
  if (!linkedPerson.admitted || !(await isMember(ctx, linkedPerson.user_id))) throw identityErrors.socialFailed()
  await markSocialAccountUsed(ctx, provider, subject)
  return linkedPerson.user_id
}

/** Staff who still need to set up a required second factor must sign in with their password first. */
async function requireSecondFactor(ctx: Ctx, user_id: number): Promise<void> {
  const { required, tfa_enabled, passkeys } = await selectFactors(ctx, user_id)
  if (required && !tfa_enabled && passkeys === 0) throw identityErrors.signInLinkNeedsPassword()
}

async function connectMember(ctx: Ctx, settings: SignInProvider, profile: OrganizationProfile): Promise<number> {
  const { organization_id } = ctx.organization
  const member = (await findByExternalId(ctx, profile)) ?? (await findByEmail(ctx, profile))
  if (!member) return addMember(ctx, settings, profile)
  const { user_id } = member
  // Staff connect the provider themselves, and so does a student whose password is not proved to belong to the
  // address's owner.
  if (!member.is_student || (!member.email_proven && member.has_password)) throw identityErrors.signInToLink()
  if (member.is_disabled) throw identityErrors.socialFailed()
  if (profile.email?.toLowerCase() === member.email.toLowerCase()) await confirmAddress(ctx, user_id)
  const link = { user_id, organization_id, provider, subject: profile.subject, email: profile.email } as const
  if (!(await insertSocialAccount(ctx, link))) throw identityErrors.socialTaken()
  // The first proof of an address has its own notice.
  if (member.email_proven) await ctx.emit(securityChanged, { user_id, kind: 'social_linked' })
  await ctx.audit({
    action: 'user.linkSocial',
    subject: `user_id:${user_id}`,
    subject_user_id: user_id,
    after: { provider, matched_by: member.matched_by },
  })
  return user_id
}

type Match = Member & { matched_by: 'external_id' | 'email' }

async function findByExternalId(ctx: Ctx, { external_id }: OrganizationProfile): Promise<Match | null> {
  if (external_id === null) return null
  const { organization_id } = ctx.organization
  const user_id = await lockExternalPerson(ctx, { organization_id, external_id })
  const member = user_id === null ? null : await selectMember(ctx, user_id)
  return member && { ...member, matched_by: 'external_id' }
}

async function findByEmail(ctx: Ctx, { email }: OrganizationProfile): Promise<Match | null> {
  if (email === null) return null
  const { organization_id } = ctx.organization
  // Two accounts at the provider with one address must not create two students.
  await lockSubject(ctx, provider, `${organization_id} email ${email.toLowerCase()}`)
  const members = await listMembersByEmail(ctx, email)
  if (members.length > 1) throw identityErrors.signInToLink()
  const [member] = members
  return member ? { ...member, matched_by: 'email' } : null
}

async function addMember(ctx: Ctx, settings: SignInProvider, profile: OrganizationProfile): Promise<number> {
  if (!settings.creates_students) throw identityErrors.noAccountHere()
  const { subject, email, external_id, first_name, last_name } = profile
  if (email === null) throw identityErrors.addressUnconfirmed()
  const { organization_id, code } = ctx.organization
  const student = { email, password: null, first_name, last_name, email_proven: true }
  // Another organization's account may have the address as its login id; the person never types this one.
  const user_id = await createStudent(ctx, { ...student, loginid: email })
    .catch(ifTaken(() => createStudent(ctx, { ...student, loginid: `${code.toLowerCase()}.${email}` })))
    .catch(ifTaken(() => Promise.reject(identityErrors.signInToLink())))
  await insertSocialAccount(ctx, { user_id, organization_id, provider, subject, email })
  if (external_id !== null) await insertExternalPerson(ctx, { organization_id, external_id, user_id })
  await ctx.audit({ action: 'user.socialSignup', subject: `user_id:${user_id}`, subject_user_id: user_id })
  return user_id
}

const ifTaken = (next: () => Promise<number>) => (error: unknown) => {
  if (error instanceof Refusal && error.kind.code === identityErrors.loginidInUse.code) return next()
  throw error
}
