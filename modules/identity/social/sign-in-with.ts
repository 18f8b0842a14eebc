import type { LinkedProvider, ProviderName } from '#modules/identity/credentials/provider-names.ts'
import {
  findLinkedPerson,
  insertSocialAccount,
  lockSubject,
  markSocialAccountUsed,
} from '#modules/identity/credentials/social-account.sql.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import { signInWithOrganization } from '#modules/identity/openid/sign-in-with-organization.ts'
import { completeSignIn, type SignInResponse } from '#modules/identity/sign-in/complete-sign-in.ts'
import { noteRefused } from '#modules/identity/sign-in/note-refused.ts'
import { createStudent } from '#modules/identity/sign-up/create-student.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import type { SocialProfile } from './provider.ts'

/**
 * Signs in the person identified by a provider; the first time, a student is created from the provider's data (an
 * organization's own provider has further rules). Throws socialFailed, socialNoEmail, or signInToLink if the email
 * address belongs to another account: an address that was once another person's must not open their account.
 */
export function signInWith(ctx: Ctx, provider: LinkedProvider, profile: SocialProfile): Promise<SignInResponse> {
  if (provider === 'organization')
    return signInWithOrganization(ctx, { ...profile, external_id: profile.external_id ?? null })
  const signedIn = ctx.tx(async (inner) => {
    await lockSubject(inner, provider, profile.subject)
    const linkedPerson = await findLinkedPerson(inner, provider, profile.subject)
    if (linkedPerson && !linkedPerson.admitted) throw identityErrors.socialFailed()
    if (linkedPerson) await markSocialAccountUsed(inner, provider, profile.subject)
    const user_id = linkedPerson?.user_id ?? (await createStudentFrom(inner, provider, profile))
    return completeSignIn(inner, user_id, { method: provider })
  })
  return signedIn.catch(noteRefused(ctx, provider, identityErrors.socialFailed))
}

async function createStudentFrom(ctx: Ctx, provider: ProviderName, profile: SocialProfile): Promise<number> {
  const { subject, email, first_name, last_name } = profile
  if (email === null) throw identityErrors.socialNoEmail()
  if (await belongsToAccount(ctx, email)) throw identityErrors.signInToLink()
  const { organization_id } = ctx.organization
  // The provider reports only confirmed addresses.
  const student = { loginid: email, email, password: null, first_name, last_name, email_proven: true }
  const user_id = await createStudent(ctx, student).catch((error) => {
    const isTaken = error instanceof Refusal && error.kind.code === identityErrors.loginidInUse.code
    throw isTaken ? identityErrors.signInToLink() : error
  })
  await insertSocialAccount(ctx, { user_id, organization_id, provider, subject, email })
  await ctx.audit({ action: 'user.socialSignup', subject: `user_id:${user_id}`, subject_user_id: user_id })
  return user_id
}

/** Whether an email address belongs to someone who signs in on the visited site or below it. */
async function belongsToAccount({ unscoped, organization }: Ctx, email: string): Promise<boolean> {
  // Unscoped: people of parent organizations sign in here, too.
  const { sql } = unscoped
  const rows = await sql`
    select from identity.person p
    where p.email_key = lower(${email}) and p.deleted_at is null
      and (p.organization_id = any(${sql.array(organization.scope)})
           or exists (select from identity.organization_closure c where c.ancestor_id = p.organization_id
                      and c.descendant_id = ${organization.organization_id}))
    limit 1`
  return rows.length > 0
}
