import { pathTo } from '#platform/path-to.ts'
import { signedIn } from '#platform/permissions.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'

/** /manage leads to the dashboard, which redirects by role. */
export default page({
  address: '/manage',
  title: ['Management', 'Administración'],
  may: signedIn,
  load: () => redirect(pathTo('/dashboard'), { status: 302 }),
  view: () => null,
})
