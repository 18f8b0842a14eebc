import { readVerifyPage } from '../../../modules/learning/index.ts'
import { verificationTexts } from '../../../modules/learning/verification/verification.texts.ts'
import { student } from '../../../platform/permissions.ts'
import { page } from '../../../platform/web/page.ts'
import { redirect } from '../../../platform/web/page-redirect.ts'
import { CourseLayout } from '../../layouts/course.tsx'
import { idOf } from './course-place.ts'
import { Verification } from './verification-view.tsx'
import { submitVerification } from './verify-submit.ts'

/** The way back into a course that a failed check has locked: its student's own questions. */
export default page({
  address: '/course/:studentCourseId{[0-9]+}/unlock',
  may: student,
  header: false,
  async load({ ctx, params }) {
    const found = await readVerifyPage(ctx, idOf(params.studentCourseId), true)
    return 'redirect' in found ? redirect(found.redirect, { status: 302 }) : { found, now: ctx.now }
  },
  title: verificationTexts.unlock,
  layout: ({ frame, data, children }) => (
    <CourseLayout frame={frame} course={data.found.course_name}>
      {children}
    </CourseLayout>
  ),
  submit: ({ ctx, params, form, url }) =>
    submitVerification({
      ctx,
      studentCourseId: idOf(params.studentCourseId),
      form,
      here: url.pathname,
      unlock: true,
    }),
  view: ({ found, now }, { form }) => <Verification page={found} form={form} now={now} />,
})
