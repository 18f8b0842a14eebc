import { importJWK } from 'jose'
import { identityErrors } from '#modules/identity/errors.ts'
import { requireFreshProof } from '#modules/identity/proof/proof.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { admin, holds, ofVisited } from '#platform/permissions.ts'
import { id, list, z } from '#platform/schema.ts'
import { lockClient } from './client.sql.ts'

/** The algorithms of assertions; none uses a shared secret. */
export const assertionAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const

const base64url = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(max)
const keyFields = {
  kid: z.string().min(1).max(100),
  alg: z.enum(assertionAlgorithms),
  use: z.literal('sig').optional(),
}

/** A public key. The shapes are strict, so that a private key is refused instead of stored. */
const PublicKey = z.discriminatedUnion('kty', [
  // From 2048 to 8192 bits.
  z.strictObject({ kty: z.literal('RSA'), ...keyFields, n: base64url(1_366).min(342), e: base64url(8) }),
  z.strictObject({ kty: z.literal('EC'), ...keyFields, crv: z.literal('P-256'), x: base64url(44), y: base64url(44) }),
  z.strictObject({ kty: z.literal('OKP'), ...keyFields, crv: z.literal('Ed25519'), x: base64url(44) }),
])

export const savePublicKeys = operation({
  call: 'PUT /client/publicKeys',
  added: true,
  summary:
    'Replaces the public keys (JWK) of a client (private_key_jwt), two at most, and ends its tokens of assertions',
  may: ofVisited(admin),
  takes: z.object({ client_id: id(), keys: list(PublicKey, 2) }),
  gives: z.object({}),
  fails: [errors.notFound, identityErrors.cannotGrant, identityErrors.publicKeyWrong, identityErrors.proofNeeded],
  async run(ctx, { client_id, keys }) {
    await requireFreshProof(ctx)
    const { permissions } = await lockClient(ctx, client_id)
    if (!permissions.every((key) => holds(ctx.actor, key))) throw identityErrors.cannotGrant()
    const kids = keys.map(({ kid }) => kid)
    if (new Set(kids).size < kids.length) throw identityErrors.publicKeyWrong()
    for (const key of keys) await importJWK(key, key.alg).catch(() => Promise.reject(identityErrors.publicKeyWrong()))
    await ctx.sql`
      update identity.client set public_keys = ${ctx.sql.json(keys.length > 0 ? { keys } : null)}
      where client_id = ${client_id}`
    // A token does not record the key that signed its assertion, so all tokens end.
    await ctx.sql`delete from identity.client_token where client_id = ${client_id} and client_key_id is null`
    await ctx.audit({ action: 'client.publicKeys', subject: `client_id:${client_id}`, after: { kids } })
    return {}
  },
})
