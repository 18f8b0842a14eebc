import { defineFact } from '#platform/facts.ts'

/** Staff requested a certificate that a second person must approve. */
export const certificateRequested = defineFact<{ certificate_request_id: number }>('learning.certificate_asked', {
  internal: 'a decision of staff',
})
