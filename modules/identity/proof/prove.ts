import { acceptCode } from '#modules/identity/credentials/accept-code.ts'
import { verifyPassword } from '#modules/identity/credentials/password-hash.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import { replaceReference } from '#modules/identity/sessions/past-reference.sql.ts'
import { beginTry, forgetFailures } from '#modules/identity/sign-in/throttle.sql.ts'
import { consumeChallenge } from '#modules/identity/webauthn/challenge.sql.ts'
import { AuthenticationResponse, challengeOf } from '#modules/identity/webauthn/passkey.schema.ts'
import { verifyPasskey } from '#modules/identity/webauthn/verify-passkey.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { signedIn, userOf } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { proofWays } from './proof.ts'

const Proof = z.object({
  password: z.string().max(1_000).optional(),
  code: z.string().max(40).optional(),
  passkey: AuthenticationResponse.optional(),
})
type Proof = z.output<typeof Proof>

/** POST /user/prove: dangerous operations require a proof of identity; one proof is valid for 15 minutes. */
export const prove = operation({
  call: 'POST /user/prove',
  summary: "Confirms the caller's identity by password, code or passkey. The session gets a new token",
  may: signedIn,
  takes: Proof,
  gives: z.object({ token: z.string(), expires_at: z.iso.datetime(), isRememberMe: z.boolean() }),
  fails: [
    identityErrors.notProved,
    identityErrors.tooManySignIns,
    identityErrors.signInGuarded,
    identityErrors.tooManyCodes,
    identityErrors.passkeyRefused,
  ],
  transaction: { own: 'a failed try must stay counted: a stolen session must not become a way to guess' },
  rate: 'sign-in',
  added: true,
  async run(ctx, proof) {
    const { user_id, session_id } = userOf(ctx)
    const person = await selectOwn(ctx, user_id)
    await beginTry(ctx, person.loginid)
    const subject = { subject: `user_id:${user_id}`, subject_user_id: user_id }
    if (!(await isProof(ctx, user_id, person.password_hash, proof))) {
      await ctx.audit({ action: 'user.prove_failed', ...subject })
      throw identityErrors.notProved()
    }
    return ctx.tx(async (inner) => {
      await forgetFailures(inner, person.loginid)
      await inner.audit({ action: 'user.prove', ...subject })
      return renewProof(inner, session_id)
    })
  },
})

type Credentials = { loginid: string; password_hash: string | null }

async function selectOwn(ctx: Ctx, user_id: number): Promise<Credentials> {
  const [credentials] =
    await ctx.sql<Credentials>`select loginid, password_hash from identity.person where user_id = ${user_id}`
  return credentials!
}

async function isProof(ctx: Ctx, user_id: number, hash: string | null, { password, code, passkey }: Proof) {
  if (passkey) return provesByPasskey(ctx, user_id, passkey)
  if (code) return provesByCode(ctx, user_id, code)
  if (!password || !(await verifyPassword(hash, password))) return false
  return (await proofWays(ctx, user_id)).includes('password')
}

async function provesByCode(ctx: Ctx, user_id: number, code: string): Promise<boolean> {
  const result = await ctx.tx(async (inner) => {
    await inner.sql`select from identity.person where user_id = ${user_id} for no key update`
    return acceptCode(inner, user_id, code)
  })
  if (!('refusal' in result)) return true
  if (result.refusal.kind.code === identityErrors.wrongCode.code) return false
  throw result.refusal
}

async function provesByPasskey(ctx: Ctx, user_id: number, passkey: AuthenticationResponse): Promise<boolean> {
  const challenge = challengeOf(passkey.response.clientDataJSON)
  if (!(await consumeChallenge(ctx, challenge, 'prove', user_id))) return false
  const credential = await verifyPasskey(ctx, passkey)
  return credential.user_id === user_id
}

/** More rights come with a new reference: a copy of the old one soon stops working. */
async function renewProof(ctx: Ctx, session_id: number) {
  const replacedReference = await replaceReference(ctx, session_id)
  if (!replacedReference) throw identityErrors.notProved()
  await ctx.sql`update identity.session set proved_at = ${ctx.now} where session_id = ${session_id}`
  const { token, expires_at, remember_me: isRememberMe } = replacedReference
  return { token, expires_at: expires_at.toISOString(), isRememberMe }
}
