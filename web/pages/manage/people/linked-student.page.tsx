import { pathTo } from '#platform/path-to.ts'
import { staff } from '#platform/permissions.ts'
import { page } from '#platform/web/page.ts'
import { localPath, redirect } from '#platform/web/page-redirect.ts'

/** Redirects links in the event history to the student's account. */
export default page({
  address: '/manage/students/:user_id{[0-9]{1,9}}',
  title: ['Student', 'Estudiante'],
  may: staff('MANAGE_STUDENTS:READ'),
  load: ({ params }) =>
    redirect(localPath(pathTo('/manage/student/:id/account', { id: params.user_id })), { status: 302 }),
  view: () => null,
})
