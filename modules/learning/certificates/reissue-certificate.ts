import { businessDayAfter } from '#modules/learning/reporting/business-days.ts'
import { operation } from '#platform/operation.ts'
import { id, optionalText, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { defaultZone, legalDay, todayOf } from '#platform/zone.ts'
import { certificateTexts } from './certificates.texts.ts'
import { certificateErrors } from './errors.ts'
import { staffOfCertificate } from './held-certificate.ts'
import { replaceCertificate } from './replace-certificate.ts'

/** The maximum number of business days in the mail; a reissue within them needs a reason. */
const maxMailDays = 10

export const reissueCertificate = operation({
  call: 'POST /certificate/reissue',
  summary: 'Reissues a certificate with a new number and the data on file now. The old one is replaced',
  may: staffOfCertificate('MANAGE_CERTIFICATES:UPDATE'),
  takes: z.object({ student_certificate_id: id(), reason: optionalText(500) }),
  gives: z.object({ student_certificate_id: z.int(), certificate_number: z.string() }),
  fails: [
    certificateErrors.replaced,
    certificateErrors.withdrawn,
    certificateErrors.reasonNeeded,
    certificateErrors.noNumberLeft,
    certificateErrors.noAnswerYet,
  ],
  transaction: { own: 'no transaction waits for the drawing' },
  async run(ctx, { student_certificate_id, reason }) {
    const replacement = await replaceCertificate(ctx, student_certificate_id, {
      action: 'certificate.reissue',
      reason: reason || null,
      check({ issued_at, model: { time_zone = defaultZone } }) {
        const waitEnds = businessDayAfter(legalDay(issued_at, time_zone), maxMailDays)
        if (!reason && todayOf({ now: ctx.now, organization: { time_zone } }) < waitEnds) {
          throw certificateErrors.reasonNeeded()
        }
      },
    })
    return { ...replacement, message: localText(ctx.locale, certificateTexts, 'reissued') }
  },
})
