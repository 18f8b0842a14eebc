import { defineFact } from '#platform/facts.ts'
import { issuedEvents, withdrawalEvents } from './events.ts'

/** A certificate was issued or reissued. */
export const certificateIssued = defineFact<{ student_certificate_id: number; student_course_id: number }>(
  'learning.certificate_issued',
  issuedEvents,
)
/** A paper certificate was mailed. */
export const certificateShipped = defineFact<{ student_certificate_id: number }>('learning.certificate_shipped', {
  internal: 'an email',
})
/** A stock of certificate numbers fell to `left`; `bought` distinguishes the occasions. */
export const numbersLow = defineFact<{ organization_id: number; agency: string; left: number; bought: number }>(
  'learning.certificate_numbers_low',
  { internal: 'work of staff' },
)
/** Staff requested certificates as one PDF. */
export const bookRequested = defineFact<{ task_id: number }>('learning.certificate_book_asked', {
  internal: 'work of staff',
})
/** An email with a certificate is due. */
export const certificateMailOwed = defineFact<{ certificate_mail_id: number }>('learning.certificate_mail_owed', {
  internal: 'an email',
})
/** Staff withdrew a certificate, or made a withdrawn one valid again. */
export const certificateWithdrawn = defineFact<{ student_certificate_id: number; withdrawn: boolean }>(
  'learning.certificate_withdrawn',
  withdrawalEvents,
)
