import { defineFact } from '#platform/facts.ts'

/** A certificate was issued or reissued. */
export const certificateIssued = defineFact<{ student_certificate_id: number; student_course_id: number }>(
  'learning.certificate_issued',
)
/** A certificate on paper has left. */
export const certificateShipped = defineFact<{ student_certificate_id: number }>('learning.certificate_shipped')
/** A stock of certificate numbers came down to so many; `bought` tells one time from the next. */
export const numbersLow = defineFact<{ organization_id: number; agency: string; left: number; bought: number }>(
  'learning.certificate_numbers_low',
)
/** Staff requested certificates as one PDF. */
export const bookAsked = defineFact<{ task_id: number }>('learning.certificate_book_asked')
/** An email with a certificate is due. */
export const certificateMailOwed = defineFact<{ certificate_mail_id: number }>('learning.certificate_mail_owed')
