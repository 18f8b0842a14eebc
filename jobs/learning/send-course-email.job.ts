import { createElement } from 'react'
import { emailPace, emailRetries, sendEmail } from '#jobs/send-email.ts'
import { type CourseFact, findCourseEmail } from '#modules/learning/entry.ts'
import { courseExtended, dueSoon, enrolled, expiresSoon } from '#modules/learning/facts.ts'
import { statusChanged } from '#modules/learning/status/facts.ts'
import type { Fact } from '#platform/facts.ts'
import { siteUrlPort } from '#platform/ports.ts'
import { job } from '#platform/queue/job.ts'
import { CourseMail, courseEmails, courseSubject } from './course.mail.tsx'

/**
 * Notifies a student of an enrollment, or of a course that is due soon, expires soon, was extended, has expired, was
 * disabled or was failed.
 */
export const sendCourseEmail = job<CourseFact>({
  name: 'learning.send-course-email',
  on: [enrolled, statusChanged, expiresSoon, dueSoon, courseExtended] as readonly Fact<CourseFact>[],
  ...emailPace,
  retries: emailRetries,
  inSandbox: true,
  async run(ctx, fact) {
    const courseEmail = await findCourseEmail(ctx, fact)
    if (!courseEmail) return
    const { user_id, organization_id, organization_code, student_course_id, to, path } = courseEmail
    const declaration = courseEmails[courseEmail.kind]
    const href = ctx.use(siteUrlPort)(organization_code, path)
    await sendEmail(ctx, declaration, {
      user_id,
      organization_id,
      about: { student_course_id },
      to,
      subject: () => courseSubject(courseEmail),
      email: () => createElement(CourseMail, { email: courseEmail, href }),
      dedupe_key: `${declaration.name}:${courseEmail.key}`,
    })
  },
})
