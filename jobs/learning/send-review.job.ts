import { createElement } from 'react'
import { emailJob } from '#jobs/email-job.ts'
import { findReviewEmail } from '#modules/learning/entry.ts'
import { reviewed } from '#modules/learning/facts.ts'
import { ReviewMail, reviewEmail, reviewSubject } from './review.mail.tsx'

/** Notifies a student of a staff decision about a quiz, documents, an appeal, an exam or a disabled course. */
export const sendReview = emailJob(reviewEmail, {
  on: reviewed,
  find: findReviewEmail,
  write: (review, siteUrl, { student_course_id, result }) => ({
    about: { student_course_id },
    to: review.to,
    subject: reviewSubject(review, result),
    email: createElement(ReviewMail, { review, result, href: siteUrl(review.path) }),
  }),
  key: ({ event }) => event,
})
