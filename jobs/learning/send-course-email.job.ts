import { createElement } from 'react'
import { emailPace, emailRetries, sendEmail } from '#jobs/send-email.ts'
import {
  type CourseFact,
  courseExtended,
  enrolled,
  expiresSoon,
  findCourseEmail,
  statusChanged,
} from '#modules/learning/index.ts'
import type { Fact } from '#platform/facts.ts'
import { siteUrlPort } from '#platform/ports.ts'
import { job } from '#platform/queue/job.ts'
import { CourseMail, courseEmails, courseSubject } from './course.mail.tsx'

/**
 * Notifies a student of an enrollment, or of a course that expires soon, was extended, has expired, was disabled or was
 * failed.
 */
export const sendCourseEmail = job<CourseFact>({
  name: 'learning.send-course-email',
  on: [enrolled, statusChanged, expiresSoon, courseExtended] as readonly Fact<CourseFact>[],
  ...emailPace,
  retries: emailRetries,
  async run(ctx, fact) {
    const told = await findCourseEmail(ctx, fact)
    if (!told) return
    const { user_id, organization_id, organization_code, student_course_id, to, path } = told
    const kind = courseEmails[told.news]
    const href = ctx.use(siteUrlPort)(organization_code, path)
    await sendEmail(ctx, kind, {
      user_id,
      organization_id,
      about: { student_course_id },
      to,
      subject: () => courseSubject(told),
      email: () => createElement(CourseMail, { told, href }),
      dedupe_key: `${kind.name}:${told.key}`,
    })
  },
})
