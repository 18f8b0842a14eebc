import { pathTo } from '#platform/path-to.ts'
import { staff } from '#platform/permissions.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'

/** Redirects to the staff member's account. */
export default page({
  address: '/manage/:kind{instructor|administrator}/:id{[0-9]{1,9}}',
  title: ['Account', 'Cuenta'],
  may: staff(['MANAGE_INSTRUCTORS:READ', 'MANAGE_ADMIN:READ']),
  load({ params: { kind, id } }) {
    const page = kind === 'instructor' ? '/manage/instructor/:id/account' : '/manage/administrator/:id/account'
    return redirect(pathTo(page, { id }), { status: 302 })
  },
  view: () => null,
})
