import { type ProviderName, providerNames } from '#modules/identity/credentials/provider-names.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import { SignInResponse } from '#modules/identity/sign-in/complete-sign-in.ts'
import { noteRefused } from '#modules/identity/sign-in/note-refused.ts'
import { ignoredRole } from '#modules/identity/sign-up/sign-up.schema.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { anyone } from '#platform/permissions.ts'
import { optionalText, z } from '#platform/schema.ts'
import { localize, texts } from '#platform/texts.ts'
import { providerOf, type SocialProfile, socialProviders } from './provider.ts'
import { signInWith } from './sign-in-with.ts'

const messages = texts({
  token: ["The provider's token is required.", 'Falta el token del proveedor.'],
})

/** The provider's token, under either of its contract names. */
export const providerTokenFields = {
  token: optionalText(8_192),
  appToken: optionalText(8_192),
  userID: optionalText(255),
}
type TokenFields = { token: string; appToken: string; userID: string }

/** The person of the given token. Throws 400 without one, since no other field is proof. */
export async function verifyProviderToken(ctx: Ctx, name: ProviderName, fields: TokenFields): Promise<SocialProfile> {
  const token = fields.token || fields.appToken
  if (!token) throw errors.invalid({}, {}, [{ path: 'token', message: localize(ctx.locale, messages.token) }])
  const provider = providerOf(ctx.use(socialProviders), name)
  return provider.verify({ token, now: ctx.now, subject: fields.userID || undefined })
}

const SocialSignInResponse = SignInResponse.extend({
  data: z.object({ token: z.string(), user: SignInResponse.shape.user }),
})

/** Shared settings of the calls of every provider. */
const shared = {
  may: anyone,
  gives: SocialSignInResponse,
  fails: [
    identityErrors.socialFailed,
    identityErrors.socialNotOffered,
    identityErrors.socialNoEmail,
    identityErrors.signInToLink,
    identityErrors.providerDown,
  ],
  transaction: { own: 'no connection waits while the provider is asked' },
  rate: 'sign-in',
} as const

async function logInWithProvider(
  ctx: Ctx,
  name: ProviderName,
  tokens: TokenFields,
): Promise<z.input<typeof SocialSignInResponse>> {
  const profile = await verifyProviderToken(ctx, name, tokens).catch(
    noteRefused(ctx, name, identityErrors.socialFailed),
  )
  const result = await signInWith(ctx, name, profile)
  return { ...result, data: { token: result.token, user: result.user } }
}

export const logInSocial = operation({
  ...shared,
  call: 'POST /user/login/social',
  summary: "Signs in with a provider's token. The role is read and never used",
  takes: z.object({ ...providerTokenFields, social_via: z.enum(providerNames), role: ignoredRole() }),
  run: (ctx, { social_via, ...tokens }) => logInWithProvider(ctx, social_via, tokens),
})

/** The contract sends email, names and role; only the token proves identity. */
const providerForm = z.object({
  ...providerTokenFields,
  email: optionalText(254),
  first_name: optionalText(100),
  last_name: optionalText(100),
  role: ignoredRole(),
})

export const googleLogin = operation({
  ...shared,
  call: 'POST /user/googleLogin',
  summary: 'Signs in with a Google ID token',
  takes: providerForm,
  run: (ctx, tokens) => logInWithProvider(ctx, 'google', tokens),
})

export const facebookLogin = operation({
  ...shared,
  call: 'POST /user/facebookLogin',
  summary: 'Signs in with a Facebook user token',
  takes: providerForm,
  run: (ctx, tokens) => logInWithProvider(ctx, 'facebook', tokens),
})
