import { requireProvenAddress } from '#modules/identity/email-proof/email-proof.sql.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import { securityChanged } from '#modules/identity/facts.ts'
import { selectPerson } from '#modules/identity/people/person.sql.ts'
import { requireFreshProof } from '#modules/identity/proof/proof.ts'
import { type CreatedKey, creationOptions, verifyCreatedKey } from '#modules/identity/webauthn/ceremony.ts'
import { consumeChallenge, insertChallenge } from '#modules/identity/webauthn/challenge.sql.ts'
import { BrowserOptions, challengeOf, RegistrationResponse } from '#modules/identity/webauthn/passkey.schema.ts'
import { listCredentials } from '#modules/identity/webauthn/passkey.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { signedIn, userOf } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { passkeyName } from './passkey-name.schema.ts'

const maxPasskeys = 10

/** POST /user/passkey/startRegistration: the browser's options for creating a passkey. */
export const startPasskeyRegistration = operation({
  call: 'POST /user/passkey/startRegistration',
  summary: "Starts adding a passkey to the caller's account",
  may: signedIn,
  takes: z.object({}),
  gives: BrowserOptions,
  fails: [identityErrors.proofNeeded, identityErrors.emailUnproven, identityErrors.tooManyPasskeys],
  audit: 'user.startPasskey',
  rate: 'sign-in',
  added: true,
  async run(ctx) {
    await requireFreshProof(ctx)
    await requireProvenAddress(ctx)
    const { user_id } = userOf(ctx)
    const { loginid, first_name, last_name } = await selectPerson(ctx, user_id)
    const credentials = await listCredentials(ctx, user_id)
    if (credentials.length >= maxPasskeys) throw identityErrors.tooManyPasskeys()
    const owner = {
      handle: `user:${user_id}`,
      name: loginid,
      displayName: `${first_name} ${last_name}`.trim() || loginid,
    }
    return creationOptions(ctx, owner, await insertChallenge(ctx, 'register', user_id), { known: credentials })
  },
})

/** POST /user/passkey/register: stores the browser's new passkey. */
export const registerPasskey = operation({
  call: 'POST /user/passkey/register',
  summary: "Adds the passkey created by the browser to the caller's account",
  may: signedIn,
  takes: z.object({ name: passkeyName(), response: RegistrationResponse }),
  gives: z.object({ passkey_id: z.int() }),
  fails: [
    identityErrors.proofNeeded,
    identityErrors.emailUnproven,
    identityErrors.passkeyRefused,
    identityErrors.tooManyPasskeys,
  ],
  audit: (_input, { passkey_id }) => ({ action: 'user.addPasskey', subject: `passkey_id:${passkey_id}` }),
  rate: 'sign-in',
  added: true,
  async run(ctx, { name, response }) {
    await requireFreshProof(ctx)
    const { user_id } = userOf(ctx)
    await requireProvenAddress(ctx)
    if ((await listCredentials(ctx, user_id)).length >= maxPasskeys) throw identityErrors.tooManyPasskeys()
    const credential = await verifiedRegistration(ctx, user_id, response)
    const passkey_id = await insertPasskey(ctx, user_id, name, credential)
    await ctx.emit(securityChanged, { user_id, kind: 'passkey_added' })
    return { passkey_id }
  },
})

async function verifiedRegistration(ctx: Ctx, user_id: number, response: z.output<typeof RegistrationResponse>) {
  const challenge = challengeOf(response.response.clientDataJSON)
  if (!(await consumeChallenge(ctx, challenge, 'register', user_id))) throw identityErrors.passkeyRefused()
  const credential = await verifyCreatedKey(ctx, response)
  if (!credential) throw identityErrors.passkeyRefused()
  return credential
}

async function insertPasskey(ctx: Ctx, user_id: number, name: string, credential: CreatedKey): Promise<number> {
  const { credential_id, public_key, counter, transports, backed_up } = credential
  const [row] = await ctx.sql<{ passkey_id: number }>`
    insert into identity.passkey
      (user_id, organization_id, credential_id, public_key, counter, transports, name, backed_up, created_at)
    select user_id, organization_id, ${credential_id}, ${public_key}, ${counter},
           ${ctx.sql.array(transports)}, ${name}, ${backed_up}, ${ctx.now}
    from identity.person where user_id = ${user_id}
    on conflict (credential_id) do nothing
    returning passkey_id`
  // A credential id belongs to one account forever; another person's is refused.
  if (!row) throw identityErrors.passkeyRefused()
  return row.passkey_id
}
