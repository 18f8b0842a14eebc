import { beginJourney, requireFreshProof } from '../../../modules/identity/index.ts'
import { anyone } from '../../../platform/permissions.ts'
import { redirect, signIn } from '../../../platform/web/leave.ts'
import { page } from '../../../platform/web/page.ts'
import { accountTexts } from './account.texts.ts'
import { onward, sendAway } from './enter.ts'

/** Sends the visitor to the provider's own sign-in; `?link=1` connects it to the account that is signed in. */
export default page({
  // In a group: without one the router takes '/login/google/callback' for this page.
  address: '/login/:provider{(?:google|facebook)}',
  title: accountTexts.signIn,
  may: anyone,
  cart: false,
  async load({ ctx, params, query, url }) {
    const link = query.link === '1'
    if (link && ctx.actor.kind !== 'user') return signIn(url.pathname + url.search)
    if (link) await requireFreshProof(ctx)
    const away = link ? null : sendAway(ctx, query)
    if (away) return away
    const to = onward(query)
    const { href, cookie } = beginJourney(ctx, params.provider as 'google' | 'facebook', { to, link })
    return redirect(href, { status: 302, cookies: [cookie] })
  },
  view: () => null,
})
