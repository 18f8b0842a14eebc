import { defineFact } from '#platform/facts.ts'

/** A certificate was issued or reissued. */
export const certificateIssued = defineFact<{ student_certificate_id: number; student_course_id: number }>(
  'learning.certificate_issued',
)
/** A paper certificate was mailed. */
export const certificateShipped = defineFact<{ student_certificate_id: number }>('learning.certificate_shipped')
/** A stock of certificate numbers fell to this many; `bought` distinguishes one occasion from the next. */
export const numbersLow = defineFact<{ organization_id: number; agency: string; left: number; bought: number }>(
  'learning.certificate_numbers_low',
)
/** Staff requested certificates as one PDF. */
export const bookAsked = defineFact<{ task_id: number }>('learning.certificate_book_asked')
/** An email with a certificate is due. */
export const certificateMailOwed = defineFact<{ certificate_mail_id: number }>('learning.certificate_mail_owed')
