import {
  authorizationCookie,
  completeAuthorization,
  findOriginalAddress,
  type LinkedProvider,
  signInWith,
} from '#modules/identity/entry.ts'
import { requireFreshProof } from '#modules/identity/index.ts'
import { linkProfile } from '#modules/identity/social/link-social.ts'
import { pathTo } from '#platform/path-to.ts'
import { anyone } from '#platform/permissions.ts'
import { localText } from '#platform/texts.ts'
import { type PageInput, page } from '#platform/web/page.ts'
import { type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { accountTexts } from './account.texts.ts'
import { explain, finishSignIn } from './enter.ts'
import { waysTexts } from './ways-in.tsx'

type Input = PageInput<'/login/:provider{(?:google|facebook|organization)}/callback'>

/** The provider's return address. Its parameters are valid only in the browser that was sent there. */
export default page({
  address: '/login/:provider{(?:google|facebook|organization)}/callback',
  title: accountTexts.signIn,
  may: anyone,
  header: 'brief',
  async load(input) {
    const { ctx, params, query, url } = input
    const otherSite = findOriginalAddress(
      ctx,
      params.provider as LinkedProvider,
      query.state,
      url.pathname + url.search,
    )
    if (otherSite) return redirect(otherSite, { status: 302 })
    const leave = await arrive(input).catch((error) => explain(ctx, error))
    const expiredCookie = authorizationCookie(ctx.request.origin, null)
    return redirect(leave.to, { ...leave, status: 302, cookies: [...(leave.cookies ?? []), expiredCookie] })
  },
  view: () => null,
})

async function arrive({ ctx, params, query, request }: Input): Promise<PageRedirect> {
  const name = params.provider as LinkedProvider
  // A person who changes their mind at the provider's is back where they began, without a message.
  if (query.error) return redirect(pathTo('/login'))
  const cookies = request.headers.get('cookie')
  const { profile, to, link } = await completeAuthorization(ctx, name, {
    code: query.code,
    state: query.state,
    iss: query.iss,
    cookies,
  })
  if (!link) return finishSignIn(ctx, await signInWith(ctx, name, profile), to)
  await requireFreshProof(ctx)
  await linkProfile(ctx, name, profile)
  return redirect(to, { flash: { kind: 'success', text: localText(ctx.locale, waysTexts, 'linked') } })
}
