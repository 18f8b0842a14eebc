import { signInLinkRequested } from '#modules/identity/facts.ts'
import { isBareHost } from '#modules/identity/organizations/bare-host.ts'
import { emailAddress } from '#modules/identity/people/person-fields.schema.ts'
import { languageId } from '#modules/identity/people/roles.ts'
import { hashReference, newReference } from '#modules/identity/sessions/reference.ts'
import { operation } from '#platform/operation.ts'
import { anyone } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { localize, texts } from '#platform/texts.ts'

const linkTexts = texts({
  sent: [
    'If we have an account with this address, we sent an email with a link to sign in.',
    'Si hay una cuenta con esta dirección, le enviamos un correo electrónico con un enlace para iniciar sesión.',
  ],
})

export const sendSignInLink = operation({
  call: 'POST /user/sendSignInLink',
  added: true,
  summary:
    'Requests a link to sign in by email. The response is the same whether or not the account exists. The link works only together with `request`',
  may: anyone,
  takes: z.object({ email: emailAddress() }),
  gives: z.object({ request: z.string(), data: z.object({ message: z.string() }) }),
  audit: () => ({ action: 'user.sendSignInLink' }),
  rate: 'sign-in',
  async run(ctx, { email }) {
    const request = newReference()
    const row = {
      organization_id: ctx.organization.organization_id,
      bare_host_ind: isBareHost(ctx),
      browser_hash: hashReference(request),
      email,
      lk_language_id: languageId(ctx.locale),
      created_at: ctx.now,
    }
    const [signInLinkRequest] = await ctx.sql<{ sign_in_link_request_id: number }>`
      insert into identity.sign_in_link_request ${ctx.sql(row)} returning sign_in_link_request_id`
    // Everything that differs for a known account happens in the job.
    await ctx.emit(signInLinkRequested, signInLinkRequest!)
    return { request, data: { message: localize(ctx.locale, linkTexts.sent) } }
  },
})
