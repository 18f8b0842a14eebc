import { createElement } from 'react'
import { emailJob } from '#jobs/email-job.ts'
import { findLateEmail } from '#modules/learning/entry.ts'
import { lateFound } from '#modules/learning/facts.ts'
import { pathTo } from '#platform/path-to.ts'
import { LateCoursesEmail, lateCoursesEmail, lateNotification, lateSubject } from './late-courses.mail.tsx'

const path = pathTo('/manage/students', { query: { late: 'exact:true' } })

/** Notifies an organization's staff, also by email, of students who did not finish by their due date. */
export const sendLateCourses = emailJob(lateCoursesEmail, {
  on: lateFound,
  async find(ctx, fact) {
    const email = await findLateEmail(ctx, fact)
    if (!email) return null
    const { holders, organization_code } = email
    return holders.map((holder) => ({ ...holder, organization_code, late: email, holder }))
  },
  notification: ({ late }) => ({ text: lateNotification(late.count), href: path }),
  write: ({ holder, late }, siteUrl) => ({
    to: holder.email,
    subject: lateSubject(holder.locale, late.count),
    email: createElement(LateCoursesEmail, { holder, late, href: siteUrl(path) }),
  }),
  key: ({ student_course_id, due_on, count }, { user_id }) => `${student_course_id}:${due_on}:${count}:${user_id}`,
})
