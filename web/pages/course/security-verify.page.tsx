import { readVerifyPage } from '../../../modules/learning/index.ts'
import { verificationTexts } from '../../../modules/learning/verification/verification.texts.ts'
import { student } from '../../../platform/permissions.ts'
import { page } from '../../../platform/web/page.ts'
import { redirect } from '../../../platform/web/page-redirect.ts'
import { CourseLayout } from '../../layouts/course.tsx'
import { idOf } from './course-place.ts'
import { Verification } from './verification-view.tsx'
import { submitVerification } from './verify-submit.ts'

/** The check that interrupts a course: who sits it? What it asks for decides what is shown, also at the addresses of one method. */
export default page({
  address: '/course/:studentCourseId{[0-9]+}/security/verify/:method{biometrics|phone}?',
  may: student,
  header: false,
  async load({ ctx, params }) {
    const found = await readVerifyPage(ctx, idOf(params.studentCourseId), false)
    return 'redirect' in found ? redirect(found.redirect, { status: 302 }) : { found, now: ctx.now }
  },
  title: verificationTexts.verify,
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
      unlock: false,
    }),
  view: ({ found, now }, { form }) => <Verification page={found} form={form} now={now} />,
})
