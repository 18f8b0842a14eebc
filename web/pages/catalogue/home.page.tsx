import { pathTo } from '#platform/path-to.ts'
import { anyone } from '#platform/permissions.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'

/** The dashboard redirects each visitor. */
export default page({
  address: '/',
  title: ['Waypost', 'Waypost'],
  may: anyone,
  load: () => redirect(pathTo('/dashboard'), { status: 302 }),
  view: () => null,
})
