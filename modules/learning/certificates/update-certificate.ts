import { correctDateOfBirth } from '#modules/identity/index.ts'
import { ConfirmedLicense, LicenseNumber } from '#modules/learning/questions/license-number.schema.ts'
import { ageErrors, requireAge } from '#modules/learning/registration/age.ts'
import { reportingErrors } from '#modules/learning/reporting/errors.ts'
import { findWarningAbout } from '#modules/learning/reporting/license-warning.ts'
import { lockCoursesOf } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { day, id, optionalText, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { certificateTexts } from './certificates.texts.ts'
import type { Corrections } from './corrections.ts'
import { certificateErrors } from './errors.ts'
import { lockCertificate, selectCertificate, staffOfCertificate } from './held-certificate.ts'
import { replaceCertificate } from './replace-certificate.ts'

export const updateCertificate = operation({
  call: 'PUT /certificate/update',
  summary: 'Corrects the data of a certificate: a new version is issued, and the old one is replaced',
  may: staffOfCertificate('MANAGE_CERTIFICATES:UPDATE'),
  takes: z.object({
    student_certificate_id: id(),
    student_name: z.string().trim().min(1).max(200).optional(),
    dob: day().optional(),
    driver_license: LicenseNumber.optional(),
    confirmed_license: ConfirmedLicense.optional(),
    reason: optionalText(500),
  }),
  gives: z.object({ student_certificate_id: z.int(), certificate_number: z.string() }),
  fails: [
    certificateErrors.replaced,
    certificateErrors.withdrawn,
    certificateErrors.noNumberLeft,
    certificateErrors.noAnswerYet,
    errors.notFound,
    reportingErrors.licenseUnusual,
    ...ageErrors,
  ],
  transaction: { own: 'no transaction waits for the drawing' },
  async run(ctx, { student_certificate_id, reason, confirmed_license, ...fields }) {
    const { model, certificate_number, student_course_id } = await selectCertificate(ctx, student_certificate_id)
    const message = localText(ctx.locale, certificateTexts, 'updated')
    const corrections = Object.fromEntries(
      Object.entries(fields).filter(
        ([name, value]) => value !== undefined && value !== model[name as keyof Corrections],
      ),
    ) as Corrections
    // A request without changes issues no new certificate.
    if (Object.keys(corrections).length === 0) return { student_certificate_id, certificate_number, message }
    const { dob, driver_license } = corrections
    if (driver_license && driver_license !== confirmed_license) {
      const warning = await findWarningAbout(ctx, student_course_id, driver_license)
      if (warning) throw reportingErrors.licenseUnusual({ warning })
    }
    if (dob) await ctx.tx((inner) => correctBirth(inner, student_certificate_id, dob, reason || null))
    const replacement = await replaceCertificate(ctx, student_certificate_id, {
      action: 'certificate.update',
      corrections,
      reason: reason || null,
    })
    return { ...replacement, message }
  },
})

/**
 * Corrects a date of birth on the person, so that certificates, orders and registrations agree. Throws tooYoung or
 * tooOld for a person outside the course's age limits, who gets no new certificate.
 */
async function correctBirth(ctx: Ctx, student_certificate_id: number, dob: string, reason: string | null) {
  const { user_id } = await selectCertificate(ctx, student_certificate_id)
  await lockCoursesOf(ctx, user_id)
  const { course } = await lockCertificate(ctx, student_certificate_id)
  await correctDateOfBirth(ctx, course.user_id, dob, reason)
  await requireAge(ctx, course)
}
