import { beginAuthorization, findStartHost, type LinkedProvider } from '#modules/identity/entry.ts'
import { requireFreshProof } from '#modules/identity/index.ts'
import { pathTo } from '#platform/path-to.ts'
import { anyone } from '#platform/permissions.ts'
import { page } from '#platform/web/page.ts'
import { redirect, signIn } from '#platform/web/page-redirect.ts'
import { accountTexts } from './account.texts.ts'
import { destination, explain, redirectSignedIn } from './enter.ts'

/** Sends the visitor to the provider's sign-in page; `?link=1` connects it to the signed-in account. */
export default page({
  // In a group: otherwise the router matches '/login/google/callback' with this page.
  address: '/login/:provider{(?:google|facebook|organization)}',
  title: accountTexts.signIn,
  may: anyone,
  header: 'brief',
  async load({ ctx, params, query, url, request }) {
    const host = findStartHost(ctx, params.provider as LinkedProvider)
    if (host) return redirect(host + url.pathname + url.search, { status: 302 })
    const link = query.link === '1'
    // A foreign page must not connect its own provider account to the visitor's account here.
    if (link && isFromElsewhere(request)) return redirect(pathTo('/settings'), { status: 302 })
    if (link && ctx.actor.kind !== 'user') return signIn(url.pathname + url.search)
    if (link) await requireFreshProof(ctx)
    const redirectAway = link ? null : redirectSignedIn(ctx, query)
    if (redirectAway) return redirectAway
    const to = destination(query)
    return beginAuthorization(ctx, params.provider as LinkedProvider, { to, link }).then(
      ({ href, cookie }) => redirect(href, { status: 302, cookies: [cookie] }),
      (error) => explain(ctx, error),
    )
  },
  view: () => null,
})

const isFromElsewhere = ({ headers }: Request) =>
  ['cross-site', 'same-site'].includes(headers.get('sec-fetch-site') ?? '')
