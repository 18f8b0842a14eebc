import { certificates } from '#modules/backoffice/certificates/certificates.grid.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'

export default page({
  address: '/manage/certificates',
  title: certificates.title,
  may: certificates.may,
  load: () => redirect('/manage/certificates/issued', { status: 302 }),
  view: () => null,
})
