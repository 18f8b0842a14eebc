import { type LinkedProvider, linkedProviders, providerNames } from '#modules/identity/credentials/provider-names.ts'
import { countSignInMethods, lockSignInMethods } from '#modules/identity/credentials/sign-in-methods.sql.ts'
import {
  findLinkedPerson,
  insertSocialAccount,
  listSocialAccounts,
  lockSubject,
} from '#modules/identity/credentials/social-account.sql.ts'
import { requireProvenAddress } from '#modules/identity/email-proof/email-proof.sql.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import { securityChanged } from '#modules/identity/facts.ts'
import { findProviderName, lockCurrentProvider } from '#modules/identity/openid/sign-in-provider.sql.ts'
import { requireFreshProof } from '#modules/identity/proof/proof.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { pathTo } from '#platform/path-to.ts'
import { signedIn, userOf } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { providerTokenFields, verifyProviderToken } from './log-in-social.ts'
import { providerOf, type SocialProfile, socialProviders } from './provider.ts'

export const fetchSocialAccounts = operation({
  call: 'GET /user/socialAccounts',
  summary: "Lists the sign-in providers offered here and those connected to the caller's account",
  added: true,
  may: signedIn,
  takes: z.object({}),
  gives: z.object({
    providers: z.array(z.enum(linkedProviders)),
    /** The name of the organization's own provider, if people can sign in with it here. */
    organization_provider: z.string().nullable(),
    accounts: z.array(
      z.object({
        provider: z.enum(linkedProviders),
        email: z.string().nullable(),
        created_at: z.iso.datetime(),
        used_at: z.iso.datetime().nullable(),
      }),
    ),
  }),
  async run(ctx) {
    const offered = ctx.use(socialProviders)
    const [links, organization_provider] = await Promise.all([
      listSocialAccounts(ctx, userOf(ctx).user_id),
      isOwnSite(ctx) ? findProviderName(ctx) : null,
    ])
    const accounts = links.map(({ created_at, used_at, ...link }) => ({
      ...link,
      created_at: created_at.toISOString(),
      used_at: used_at?.toISOString() ?? null,
    }))
    const providers = [
      ...providerNames.filter((name) => offered[name]),
      ...(organization_provider === null ? [] : (['organization'] as const)),
    ]
    return { providers, organization_provider, accounts }
  },
})

/** Whether the caller visits the site of their own organization: its provider knows no one else. */
const isOwnSite = (ctx: Ctx): boolean => userOf(ctx).organization_id === ctx.organization.organization_id

export const startLinkSocial = operation({
  call: 'POST /user/startLinkSocial',
  summary: 'Starts connecting a provider and returns the address to open. Requires a recent identity check',
  added: true,
  may: signedIn,
  takes: z.object({ social_via: z.enum(linkedProviders) }),
  gives: z.object({ href: z.string() }),
  fails: [identityErrors.proofNeeded, identityErrors.emailUnproven, identityErrors.socialNotOffered],
  changes: false,
  async run(ctx, { social_via }) {
    await requireOffered(ctx, social_via)
    await requireFreshProof(ctx)
    await ctx.tx(requireProvenAddress)
    return { href: pathTo(`/login/${social_via}`, { query: { link: 1 } }) }
  },
})

async function requireOffered(ctx: Ctx, provider: LinkedProvider): Promise<void> {
  if (provider !== 'organization') providerOf(ctx.use(socialProviders), provider)
  else if (!isOwnSite(ctx) || (await findProviderName(ctx)) === null) throw identityErrors.socialNotOffered()
}

export const linkSocial = operation({
  call: 'POST /user/linkSocial',
  summary: "Connects a provider to the caller's account, which can then use it to sign in",
  added: true,
  may: signedIn,
  takes: z.object({ ...providerTokenFields, social_via: z.enum(providerNames) }),
  gives: z.object({}),
  fails: [
    identityErrors.proofNeeded,
    identityErrors.emailUnproven,
    identityErrors.socialFailed,
    identityErrors.socialNotOffered,
    identityErrors.socialTaken,
    identityErrors.providerDown,
  ],
  transaction: { own: 'no connection waits while the provider is asked' },
  rate: 'sign-in',
  async run(ctx, { social_via, ...credentials }) {
    await requireFreshProof(ctx)
    await linkProfile(ctx, social_via, await verifyProviderToken(ctx, social_via, credentials))
    return {}
  },
})

/** Connects a provider account to the signed-in person, who recently proved their identity. */
export function linkProfile(ctx: Ctx, provider: LinkedProvider, { subject, email }: SocialProfile): Promise<void> {
  const { user_id, organization_id } = userOf(ctx)
  return ctx.tx(async (inner) => {
    await requireProvenAddress(inner)
    await lockSubject(inner, provider, subject)
    if (provider === 'organization') await lockOwnProvider(inner, subject)
    const linkedPerson = await findLinkedPerson(inner, provider, subject)
    if (linkedPerson?.user_id === user_id) return
    const isLinked =
      !linkedPerson && (await insertSocialAccount(inner, { user_id, organization_id, provider, subject, email }))
    if (!isLinked) throw identityErrors.socialTaken()
    await inner.emit(securityChanged, { user_id, kind: 'social_linked' })
    await inner.audit({ action: 'user.linkSocial', subject: `user_id:${user_id}`, after: { provider } })
  })
}

async function lockOwnProvider(ctx: Ctx, subject: string): Promise<void> {
  if (!isOwnSite(ctx)) throw identityErrors.socialNotOffered()
  await lockCurrentProvider(ctx, subject)
}

export const unlinkSocial = operation({
  call: 'POST /user/unlinkSocial',
  summary: "Disconnects a provider from the caller's account. Refused if it is the only way to sign in",
  added: true,
  may: signedIn,
  takes: z.object({ social_via: z.enum(linkedProviders) }),
  gives: z.object({}),
  fails: [identityErrors.proofNeeded, identityErrors.lastWayIn],
  audit: ({ social_via }) => ({ action: 'user.unlinkSocial', before: { provider: social_via } }),
  async run(ctx, { social_via }) {
    await requireFreshProof(ctx)
    const { user_id } = userOf(ctx)
    const methods = await lockSignInMethods(ctx, user_id)
    if (!methods.providers.includes(social_via)) return {}
    if (countSignInMethods(methods) === 1) throw identityErrors.lastWayIn()
    await ctx.sql`
      delete from identity.social_account where user_id = ${user_id} and provider = ${social_via}`
    await ctx.emit(securityChanged, { user_id, kind: 'social_unlinked' })
    return {}
  },
})
