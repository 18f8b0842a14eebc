import { defineFact } from '../../../platform/facts.ts'

/** A certificate was issued or reissued. */
export const certificateIssued = defineFact<{ student_certificate_id: number; student_course_id: number }>(
  'learning.certificate_issued',
)
/** Staff requested certificates as one PDF. */
export const bookAsked = defineFact<{ task_id: number }>('learning.certificate_book_asked')
/** An email with a certificate is due. */
export const certificateMailOwed = defineFact<{ certificate_mail_id: number }>('learning.certificate_mail_owed')
