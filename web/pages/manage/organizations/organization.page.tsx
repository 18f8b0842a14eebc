import { pathTo } from '#platform/path-to.ts'
import { staff } from '#platform/permissions.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { orgTexts } from './organization.texts.ts'

/** An organization opens with its websites. */
export default page({
  address: '/manage/organization/:id{[0-9]{1,9}}',
  title: orgTexts.organization,
  may: staff(['MANAGE_WEBSITES:READ', 'MANAGE_ORGANIZATION:READ']),
  load: ({ params }) => redirect(pathTo('/manage/organization/:id/websites', { id: params.id }), { status: 302 }),
  view: () => null,
})
