import { readVerifyPage } from '#modules/learning/entry.ts'
import { student } from '#platform/permissions.ts'
import type { Text } from '#platform/texts.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { CourseLayout } from '#web/layouts/course.tsx'
import { idOf } from './course-place.ts'
import { CourseTexts, courseLangOf } from './course-words.tsx'
import { Verification } from './verification-view.tsx'
import { submitVerification } from './verify-submit.ts'

type ViewProps = {
  address: `/course/:studentCourseId{[0-9]+}/${string}`
  title: Text
  /** Unlocks a course locked by a failed check. */
  unlock: boolean
}

/** A page where students prove their identity. */
export const verificationPage = ({ address, title, unlock }: ViewProps) =>
  page({
    address,
    may: student,
    header: false,
    async load({ ctx, params }) {
      const verifyPage = await readVerifyPage(ctx, idOf(params.studentCourseId), unlock)
      return 'redirect' in verifyPage
        ? redirect(verifyPage.redirect, { status: 302 })
        : {
            verification: verifyPage,
            lang: await courseLangOf(ctx, idOf(params.studentCourseId)),
            now: ctx.now,
          }
    },
    title,
    layout: ({ frame, data, children }) => (
      <CourseLayout frame={frame} course={data.verification.course_name} lang={data.lang}>
        {children}
      </CourseLayout>
    ),
    submit: ({ ctx, params, form, url }) =>
      submitVerification({ ctx, studentCourseId: idOf(params.studentCourseId), form, pagePath: url.pathname, unlock }),
    view: ({ verification, lang, now }, { form }) => (
      <CourseTexts lang={lang}>
        <Verification page={verification} form={form} now={now} />
      </CourseTexts>
    ),
  })
