import { certificates } from '#modules/backoffice/certificates/certificates.grid.ts'
import { pathTo } from '#platform/path-to.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'

export default page({
  address: '/manage/certificates',
  title: certificates.title,
  may: certificates.may,
  load: () => redirect(pathTo('/manage/certificates/issued'), { status: 302 }),
  view: () => null,
})
