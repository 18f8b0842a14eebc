import { sessionCookie } from '#modules/identity/entry.ts'
import { logOut } from '#modules/identity/sign-in/log-out.ts'
import { pathTo } from '#platform/path-to.ts'
import { alsoAuditors, anyone } from '#platform/permissions.ts'
import { page } from '#platform/web/page.ts'
import { localPath, redirect } from '#platform/web/page-redirect.ts'
import { accountTexts } from './account.texts.ts'

/** A person who signs out while buying continues as a guest: the page stays. */
const isCheckout = (path: string) => /^\/checkout(?![^/?])/.test(path)

/** Handles the header's form; the address itself shows nothing, because a link must not sign anyone out. */
export default page({
  address: '/logout',
  title: accountTexts.signedOut,
  may: alsoAuditors(anyone),
  whileViewing: 'allowed',
  load: () => redirect(pathTo('/dashboard'), { status: 302 }),
  async submit({ ctx, form }) {
    await logOut.run(ctx, {})
    const cookies = [sessionCookie(ctx.request.origin, null)]
    const path = localPath(form.values.redirect)
    if (isCheckout(path)) return redirect(path, { cookies })
    const inactive = form.values.inactive === 'true' || null
    return redirect(pathTo('/login', { query: { logout: true, inactive } }), { cookies })
  },
  view: () => null,
})
