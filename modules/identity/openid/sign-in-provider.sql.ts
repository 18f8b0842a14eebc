import { identityErrors } from '#modules/identity/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { sealPort } from '#platform/ports.ts'

/** An organization's own provider of sign-in, by OpenID Connect. */
export type SignInProvider = {
  organization_id: number
  /** The label of the sign-in button. */
  name: string
  issuer: string
  client_id: string
  /** The claim that contains the partner's own id of a person; null for none. */
  external_id_claim: string | null
  given_name_claim: string
  family_name_claim: string
  /** The provider may confirm addresses of these domains only. */
  email_domains: string[]
  creates_students: boolean
  enabled: boolean
}

/** The providers of the organizations in scope; callers check which of them they may read. */
export async function selectProvider(
  { sql }: Pick<Ctx, 'sql'>,
  organization_id: number,
): Promise<SignInProvider | null> {
  const [row] = await sql<SignInProvider>`
    select organization_id, name, issuer, client_id, external_id_claim, given_name_claim, family_name_claim,
           email_domains, creates_students, enabled
    from identity.sign_in_provider where organization_id = ${organization_id}`
  return row ?? null
}

/** The name of the visited organization's provider, if people can sign in with it. */
export async function findProviderName({ sql, organization }: Pick<Ctx, 'sql' | 'organization'>) {
  const [row] = await sql<{ name: string }>`
    select name from identity.sign_in_provider
    where organization_id = ${organization.organization_id} and enabled`
  return row?.name ?? null
}

/** The visited organization's provider. Throws socialNotOffered without one that is turned on. */
export async function requireProvider(ctx: Pick<Ctx, 'sql' | 'organization'>): Promise<SignInProvider> {
  const provider = await selectProvider(ctx, ctx.organization.organization_id)
  if (!provider?.enabled) throw identityErrors.socialNotOffered()
  return provider
}

/**
 * Locks the visited organization's provider. Throws socialNotOffered if it has been replaced. The lock lasts until the
 * transaction ends, so that no account is connected after the provider was replaced.
 */
export async function lockCurrentProvider({ sql, organization }: Ctx, subject: string): Promise<SignInProvider> {
  const { organization_id } = organization
  await sql`select from identity.sign_in_provider where organization_id = ${organization_id} for share`
  const provider = await requireProvider({ sql, organization })
  if (!subject.startsWith(subjectOf(provider, ''))) throw identityErrors.socialNotOffered()
  return provider
}

/**
 * The key of a person's account at a provider: `sub` is unique for its issuer only, and each organization has its own.
 */
export const subjectOf = ({ organization_id, issuer }: SignInProvider, sub: string): string =>
  `${organization_id} ${issuer} ${sub}`

const sealBinding = (organization_id: number): string => `sign_in_provider:${organization_id}`

/** The secret with which the product signs in to the provider. */
export async function openClientSecret(ctx: Pick<Ctx, 'sql' | 'use'>, organization_id: number): Promise<string> {
  const [row] = await ctx.sql<{ client_secret: Buffer }>`
    select client_secret from identity.sign_in_provider where organization_id = ${organization_id}`
  if (!row) throw identityErrors.socialNotOffered()
  return ctx.use(sealPort).open(row.client_secret, sealBinding(organization_id)).toString('utf8')
}

/**
 * Returns an organization's provider and locks the organization: of two Admins who save at once, the second must not
 * bring back an issuer to which the first one's secret does not belong.
 */
export async function lockProvider(ctx: Ctx, organization_id: number): Promise<SignInProvider | null> {
  await ctx.sql`select from identity.organization where organization_id = ${organization_id} for no key update`
  return selectProvider(ctx, organization_id)
}

/** Writes an organization's provider; the secret stays as it is without a new one. */
export async function saveProvider(ctx: Ctx, provider: SignInProvider, client_secret: string): Promise<void> {
  const { sql, now } = ctx
  const { organization_id, email_domains, ...columns } = provider
  const row = { ...columns, email_domains: sql.array(email_domains), updated_at: now }
  if (client_secret === '') {
    await sql`update identity.sign_in_provider set ${sql(row)} where organization_id = ${organization_id}`
    return
  }
  const ciphertext = ctx.use(sealPort).seal(Buffer.from(client_secret), sealBinding(organization_id))
  await sql`
    insert into identity.sign_in_provider ${sql({ ...row, organization_id, client_secret: ciphertext })}
    on conflict (organization_id) do update set ${sql({ ...row, client_secret: ciphertext })}`
}

export async function deleteProvider({ sql }: Pick<Ctx, 'sql'>, organization_id: number): Promise<void> {
  await sql`delete from identity.sign_in_provider where organization_id = ${organization_id}`
}

/**
 * Disconnects everyone from the organization's provider and ends the sessions that it began, except the caller's.
 * Returns how many people were connected.
 */
export async function disconnectAll({ sql, now, actor }: Ctx, organization_id: number): Promise<number> {
  const ownSessionId = actor.kind === 'user' ? actor.session_id : 0
  const links = await sql`
    delete from identity.social_account where organization_id = ${organization_id} and provider = 'organization'`
  await sql`
    update identity.session set ended_at = ${now}
    where organization_id = ${organization_id} and method = 'organization' and ended_at is null
      and session_id <> ${ownSessionId}`
  await sql`
    update identity.sign_in_step set used_at = ${now}
    where organization_id = ${organization_id} and method = 'organization' and used_at is null`
  return links.count
}
