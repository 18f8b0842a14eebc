import { sessionCookie } from '#modules/identity/entry.ts'
import { exitViewAs } from '#modules/identity/view-as/exit-view-as.ts'
import { pathTo } from '#platform/path-to.ts'
import { signedIn } from '#platform/permissions.ts'
import { isViewing } from '#platform/viewing.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { accountTexts } from './account.texts.ts'

/** Handles the 'Viewing as' bar's form; there is no content. */
export default page({
  address: '/view-as/exit',
  title: accountTexts.signedOut,
  may: signedIn,
  whileViewing: 'allowed',
  load: () => redirect(pathTo('/dashboard'), { status: 302 }),
  async submit({ ctx }) {
    // A second press, after the first one went through.
    if (!isViewing(ctx.actor)) return redirect(pathTo('/dashboard'))
    const { token, last_route } = await exitViewAs.run(ctx, {})
    return redirect(last_route, { cookies: [sessionCookie(ctx.request.origin, token)] })
  },
  view: () => null,
})
