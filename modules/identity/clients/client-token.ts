import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify } from 'jose'
import { hashReference } from '#modules/identity/sessions/reference.ts'
import type { Ctx, Organization } from '#platform/ctx.ts'
import { isTest } from '#platform/test-organization.ts'
import { hasTestKeyPrefix, hasTestTokenPrefix, newCredential } from './credential.ts'
import { assertionAlgorithms } from './public-keys.ts'
import { type CallingClient, resolveClient, resolveProvenClient } from './resolve-client.sql.ts'
import { resolveTestClient } from './resolve-test-client.ts'

/** A token is valid for an hour. */
const tokenSeconds = 3_600

/** The longest life of an assertion; its identifier is stored for as long. */
const assertionSeconds = 300

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** The errors of RFC 6749, section 5.2. */
export type TokenError = 'invalid_request' | 'invalid_client' | 'invalid_scope' | 'unsupported_grant_type'
export type TokenRequest = {
  grant_type?: string | undefined
  client_id?: string | undefined
  client_secret?: string | undefined
  client_assertion_type?: string | undefined
  client_assertion?: string | undefined
  scope?: string | undefined
}
export type Token = { access_token: string; token_type: 'Bearer'; expires_in: number; scope: string }

/** Grants a token to a client that proves itself by its key or a signed assertion (RFC 6749, section 4.4). */
export async function grantToken(ctx: Ctx, request: TokenRequest): Promise<Token | TokenError> {
  if (!request.grant_type) return 'invalid_request'
  if (request.grant_type !== 'client_credentials') return 'unsupported_grant_type'
  // A request proves itself in one way only (RFC 6749, section 2.3).
  if (request.client_secret !== undefined && request.client_assertion !== undefined) return 'invalid_request'
  const client = await (request.client_assertion === undefined
    ? authenticateByKey(ctx, request)
    : authenticateByAssertion(ctx, request))
  if (!client?.allowed) return 'invalid_client'
  const scopes = scopesOf(client, request.scope)
  return scopes ? insertToken(ctx, client, scopes) : 'invalid_scope'
}

/**
 * A client that proved itself; `public_keys` are those that its assertion was verified with, `sandbox` is the
 * organization of a test key.
 */
type ProvenClient = CallingClient & { public_keys?: JSONWebKeySet; sandbox?: Organization }

async function authenticateByKey(ctx: Ctx, request: TokenRequest): Promise<ProvenClient | null> {
  const { client_id, client_secret = '' } = request
  if (hasTestKeyPrefix(client_secret)) return authenticateByTestKey(ctx, request)
  const client = await resolveClient(ctx, client_secret, ctx.request.address)
  // A token has no key of its own, so it can't be exchanged for another token.
  if (!client?.client_key_id || !client_secret.startsWith('wp_live_')) return null
  return client_id === String(client.actor.client_id) ? client : null
}

/** Authenticates a test key, which works only in its test organization. */
async function authenticateByTestKey(
  ctx: Ctx,
  { client_id, client_secret = '' }: TokenRequest,
): Promise<ProvenClient | null> {
  if (hasTestTokenPrefix(client_secret) || isTest(ctx.organization)) return null
  const sqlWithin = (scope: readonly number[]) =>
    ctx.as({
      actor: { kind: 'system', name: 'sandbox' },
      organization: { ...ctx.organization, organization_id: scope[0]!, scope: [...scope] },
    }).sql
  const { now, organization } = ctx
  const test = await resolveTestClient({ within: sqlWithin, now, organization }, client_secret, ctx.request.address)
  if (!test || client_id !== String(test.client.actor.client_id)) return null
  return { ...test.client, sandbox: test.organization }
}

/** RFC 7523: a single-use JWT that the client signs about itself, for this server. */
async function authenticateByAssertion(ctx: Ctx, request: TokenRequest): Promise<ProvenClient | null> {
  if (request.client_assertion_type !== assertionType) return null
  const assertion = request.client_assertion!
  const client_id = readClaimedId(assertion)
  if (client_id === null || (request.client_id ?? String(client_id)) !== String(client_id)) return null
  const keys = await findPublicKeys(ctx, client_id)
  if (!keys) return null
  const claims = await verifyAssertion(ctx, assertion, client_id, keys)
  if (!claims || !(await consumeAssertion(ctx, client_id, claims))) return null
  const client = await resolveProvenClient(ctx, client_id, ctx.request.address)
  return client && { ...client, public_keys: keys }
}

/** The id that an assertion claims, not verified yet. */
function readClaimedId(assertion: string): number | null {
  try {
    const { sub } = decodeJwt(assertion)
    return sub && /^[1-9]\d{0,8}$/.test(sub) ? Number(sub) : null
  } catch {
    return null
  }
}

async function findPublicKeys({ unscoped: { sql } }: Ctx, client_id: number): Promise<JSONWebKeySet | null> {
  const [client] = await sql<{ public_keys: JSONWebKeySet | null }>`
    select public_keys from identity.client where client_id = ${client_id} and ended_at is null`
  return client?.public_keys ?? null
}

type Claims = { jti: string; exp: number }

async function verifyAssertion(
  ctx: Ctx,
  assertion: string,
  client_id: number,
  keys: JSONWebKeySet,
): Promise<Claims | null> {
  const { origin } = ctx.request
  try {
    const { payload } = await jwtVerify(assertion, createLocalJWKSet(keys), {
      // Fixed here, never taken from the assertion.
      algorithms: [...assertionAlgorithms],
      issuer: String(client_id),
      subject: String(client_id),
      audience: [origin, `${origin}/oauth/token`],
      requiredClaims: ['exp', 'jti'],
      currentDate: ctx.now,
      clockTolerance: 10,
    })
    const { jti, exp } = payload
    const expiresSoon = exp !== undefined && exp <= ctx.now.getTime() / 1000 + assertionSeconds
    return jti && jti.length <= 255 && expiresSoon ? { jti, exp } : null
  } catch {
    return null
  }
}

/** False for an assertion that was used before. */
async function consumeAssertion({ unscoped: { sql } }: Ctx, client_id: number, { jti, exp }: Claims): Promise<boolean> {
  const [row] = await sql<{ client_id: number }>`
    insert into identity.client_assertion (client_id, organization_id, assertion_hash, expires_at)
    select client_id, organization_id, ${hashReference(jti)}::bytea, ${new Date((exp + 60) * 1000)}::timestamptz
    from identity.client where client_id = ${client_id}
    on conflict (client_id, assertion_hash) do nothing
    returning client_id`
  return row !== undefined
}

/** The requested permissions, all by default; null if the client lacks one of them. */
function scopesOf({ actor }: CallingClient, scope: string | undefined): string[] | null {
  const requestedScopes = scope?.split(' ').filter(Boolean) ?? []
  if (!requestedScopes.every((key) => actor.permissions.has(key))) return null
  return requestedScopes.length > 0 ? [...new Set(requestedScopes)] : [...actor.permissions]
}

async function insertToken(ctx: Ctx, client: ProvenClient, scopes: string[]): Promise<Token | 'invalid_client'> {
  const { actor, client_key_id, public_keys, sandbox } = client
  const access_token = newCredential(sandbox ? 'test_token' : 'token')
  // The clock of a sandbox is ahead; a token ends by the real one.
  const { now } = ctx
  const inserted = await ctx.as({ actor, ...(sandbox && { organization: sandbox }) }).tx(async (inner) => {
    const { sql, organization } = inner
    if (public_keys && !(await lockPublicKeys(inner, actor.client_id, public_keys))) return false
    await sql`
      insert into identity.client_token (token_hash, client_id, organization_id, client_key_id, site_id, permissions, expires_at)
      values (${hashReference(access_token)}, ${actor.client_id}, ${actor.organization_id}, ${client_key_id},
              ${organization.organization_id}, ${sql.array(scopes)}::text[],
              ${new Date(now.getTime() + tokenSeconds * 1000)})`
    await inner.audit({ action: 'client.token', subject: `client_id:${actor.client_id}`, after: { client_key_id } })
    return true
  })
  if (!inserted) return 'invalid_client'
  return { access_token, token_type: 'Bearer', expires_in: tokenSeconds, scope: scopes.join(' ') }
}

/**
 * Whether the public keys are still those that the assertion was verified with. The lock holds back their replacement,
 * which ends the tokens of assertions: without it, a token of a former key could be inserted after that.
 */
async function lockPublicKeys({ sql }: Ctx, client_id: number, keys: JSONWebKeySet): Promise<boolean> {
  const [client] = await sql<{ client_id: number }>`
    select client_id from identity.client
    where client_id = ${client_id} and public_keys = ${sql.json(keys)}::jsonb
    for share`
  return client !== undefined
}
