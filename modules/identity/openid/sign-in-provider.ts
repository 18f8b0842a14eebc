import { identityErrors } from '#modules/identity/errors.ts'
import { requireFreshProof } from '#modules/identity/proof/proof.ts'
import { webhookTransport } from '#modules/identity/webhooks/transport.ts'
import { changesOf } from '#platform/audit/changes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { pathTo } from '#platform/path-to.ts'
import { admin, type Policy, scoped } from '#platform/permissions.ts'
import { siteUrlPort } from '#platform/ports.ts'
import { flag, id, optionalText, requiredText, wording, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { IssuerFault } from './issuer.ts'
import { rereadIssuer } from './issuer-cache.ts'
import { openidTexts } from './openid.texts.ts'
import {
  deleteProvider,
  disconnectAll,
  lockProvider,
  type SignInProvider,
  saveProvider,
  selectProvider,
} from './sign-in-provider.sql.ts'

const adminOf: Policy<{ organization_id: number }> = scoped(
  admin,
  'in the visited organization or a sub-organization',
  async ({ organization }, { organization_id }: { organization_id: number }) => {
    if (!organization.scope.includes(organization_id)) throw errors.notFound()
  },
)

const ShownProvider = z.object({
  name: z.string(),
  issuer: z.string(),
  client_id: z.string(),
  external_id_claim: z.string().nullable(),
  given_name_claim: z.string(),
  family_name_claim: z.string(),
  email_domains: z.array(z.string()),
  creates_students: z.boolean(),
  enabled: z.boolean(),
})
export type ShownProvider = z.output<typeof ShownProvider>

export const fetchSignInProvider = operation({
  call: 'GET /organization/signInProvider',
  added: true,
  summary:
    "Returns an organization's own sign-in provider (OpenID Connect) without its secret, and our return addresses",
  may: adminOf,
  takes: z.object({ organization_id: id() }),
  gives: z.object({ provider: ShownProvider.nullable(), redirect_uris: z.array(z.string()) }),
  fails: [errors.notFound],
  async run(ctx, { organization_id }) {
    const [row] = await ctx.sql<{ code: string; default_ind: boolean }>`
      select code, default_ind from identity.organization where organization_id = ${organization_id}`
    if (!row) throw errors.notFound()
    // The default organization is also the bare host's.
    const sites = row.default_ind ? [row.code, null] : [row.code]
    const redirect_uris = sites.map((code) =>
      ctx.use(siteUrlPort)(code, pathTo('/login/organization/callback'), 'installation'),
    )
    return { provider: await selectProvider(ctx, organization_id), redirect_uris }
  },
})

const claimName = (fallback: string) =>
  optionalText(100)
    .refine((name) => /^[\w:./-]*$/.test(name), { error: wording(openidTexts.claim) })
    .transform((name) => name || fallback)

const maxDomains = 20
const domainName = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, { error: wording(openidTexts.domain) })

const ProviderForm = z.object({
  organization_id: id(),
  name: requiredText(openidTexts.name, 60),
  /** As the provider writes it in its configuration. */
  issuer: requiredText(openidTexts.issuer, 300),
  client_id: requiredText(openidTexts.clientId, 300),
  /** If empty, the stored secret is kept, provided that the issuer and client are unchanged. */
  client_secret: optionalText(1_000),
  /** The claim that contains your program's id of the person; empty for none. */
  external_id_claim: claimName(''),
  given_name_claim: claimName('given_name'),
  family_name_claim: claimName('family_name'),
  /** The provider confirms addresses of these domains. */
  email_domains: z.array(domainName).max(maxDomains),
  /** Whether people without an account get one as students. */
  creates_students: flag(),
  enabled: flag(),
})

const auditedFields = [
  'name',
  'issuer',
  'client_id',
  'external_id_claim',
  'given_name_claim',
  'family_name_claim',
  'email_domains',
  'creates_students',
  'enabled',
] as const satisfies readonly (keyof SignInProvider)[]

export const saveSignInProvider = operation({
  call: 'PUT /organization/signInProvider',
  added: true,
  summary:
    "Saves an organization's own sign-in provider. Another issuer or client disconnects everyone and needs its secret. Requires a recent identity check",
  may: adminOf,
  takes: ProviderForm,
  gives: z.object({ disconnected: z.int() }),
  fails: [
    errors.notFound,
    identityErrors.proofNeeded,
    identityErrors.issuerAddress,
    identityErrors.clientSecretMissing,
  ],
  async run(ctx, { client_secret, ...input }) {
    await requireFreshProof(ctx)
    const { organization_id } = input
    const before = await lockProvider(ctx, organization_id)
    const provider = {
      ...input,
      issuer: checkedIssuer(ctx, input.issuer),
      external_id_claim: input.external_id_claim || null,
      email_domains: [...new Set(input.email_domains)],
    }
    const isReplaced = before?.issuer !== provider.issuer || before.client_id !== provider.client_id
    // A stored secret must never be sent to another provider.
    if (isReplaced && client_secret === '') throw identityErrors.clientSecretMissing()
    await saveProvider(ctx, provider, client_secret)
    const disconnected = before && isReplaced ? await disconnectAll(ctx, organization_id) : 0
    const changes = changesOf<SignInProvider>(before ?? {}, provider, auditedFields)
    await ctx.audit({
      action: 'organization.saveSignInProvider',
      subject: `organization_id:${organization_id}`,
      before: changes.before,
      after: { ...changes.after, new_secret: client_secret !== '', disconnected },
    })
    return { disconnected }
  },
})

/** The issuer exactly as entered, because issuers are compared literally. Throws issuerAddress. */
function checkedIssuer(ctx: Pick<Ctx, 'use'>, issuer: string): string {
  const isAddress = URL.canParse(issuer) && !/[?#\s]/.test(issuer) && ctx.use(webhookTransport).accepts(issuer)
  if (!isAddress) throw identityErrors.issuerAddress()
  return issuer
}

export const removeSignInProvider = operation({
  call: 'POST /organization/signInProvider/remove',
  added: true,
  summary:
    "Removes an organization's own sign-in provider, disconnects everyone and ends the sessions that it began. Requires a recent identity check",
  may: adminOf,
  takes: z.object({ organization_id: id() }),
  gives: z.object({ disconnected: z.int() }),
  fails: [errors.notFound, identityErrors.proofNeeded],
  async run(ctx, { organization_id }) {
    await requireFreshProof(ctx)
    const before = await lockProvider(ctx, organization_id)
    if (!before) throw errors.notFound()
    await deleteProvider(ctx, organization_id)
    const disconnected = await disconnectAll(ctx, organization_id)
    const { name, issuer, client_id } = before
    await ctx.audit({
      action: 'organization.removeSignInProvider',
      subject: `organization_id:${organization_id}`,
      before: { name, issuer, client_id, disconnected },
    })
    return { disconnected }
  },
})

export const tryIssuer = operation({
  call: 'POST /organization/signInProvider/test',
  added: true,
  summary: "Reads the configuration and the keys of an organization's saved sign-in provider and says what is wrong",
  may: adminOf,
  takes: z.object({ organization_id: id() }),
  gives: z.object({ keys: z.int() }),
  fails: [errors.notFound, identityErrors.issuerUnusable],
  transaction: { own: 'no connection waits while the provider is asked' },
  changes: false,
  rate: { name: 'try-issuer', perMinute: 6, burst: 6 },
  async run(ctx, { organization_id }) {
    const provider = await selectProvider(ctx, organization_id)
    if (!provider) throw errors.notFound()
    try {
      const { keys } = await rereadIssuer(ctx.use(webhookTransport), provider.issuer, ctx.now)
      return { keys: keys.keys.length, message: localText(ctx.locale, openidTexts, 'works', { n: keys.keys.length }) }
    } catch (error) {
      if (!(error instanceof IssuerFault)) throw error
      const { problem, detail } = error
      const { issuer } = provider
      throw identityErrors.issuerUnusable({ reason: localText(ctx.locale, openidTexts, problem, { issuer, detail }) })
    }
  },
})
