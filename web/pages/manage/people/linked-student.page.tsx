import { staff } from '#platform/permissions.ts'
import { page } from '#platform/web/page.ts'
import { localPath, redirect } from '#platform/web/page-redirect.ts'

/** Redirects links in the event history to the student's account. */
export default page({
  address: '/manage/students/:user_id{[0-9]{1,9}}',
  title: ['Student', 'Estudiante'],
  may: staff('MANAGE_STUDENTS:READ'),
  load: ({ params }) => redirect(localPath(`/manage/student/${params.user_id}/account`), { status: 302 }),
  view: () => null,
})
