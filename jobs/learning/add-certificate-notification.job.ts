import { addNotification } from '#modules/identity/index.ts'
import { certificateIssued } from '#modules/learning/certificates/facts.ts'
import { selectStudentCourse } from '#modules/learning/index.ts'
import { pathTo } from '#platform/path-to.ts'
import { job } from '#platform/queue/job.ts'
import { texts } from '#platform/texts.ts'

const messages = texts({
  issued: ['Your certificate for {course_name} is ready.', 'Su certificado de {course_name} está listo.'],
})

/** Adds the student's notification about a certificate. */
export const addCertificateNotification = job({
  name: 'learning.add-certificate-notification',
  on: certificateIssued,
  async run(ctx, { student_certificate_id, student_course_id }) {
    const { user_id, course_name } = await selectStudentCourse(ctx, student_course_id)
    await addNotification(ctx, {
      user_id,
      cause: `certificate:${student_certificate_id}`,
      text: { text: messages.issued, params: { course_name } },
      href: pathTo('/dashboard'),
    })
  },
})
