import { certificates } from '../../../../modules/backoffice/index.ts'
import { page } from '../../../../platform/web/page.ts'
import { redirect } from '../../../../platform/web/page-redirect.ts'
import { views } from './certificate-views.tsx'

export default page({
  address: '/manage/certificates',
  title: certificates.title,
  may: certificates.may,
  load: () => redirect(views.notShipped, { status: 302 }),
  view: () => null,
})
