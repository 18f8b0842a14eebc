import { createHash } from 'node:crypto'
import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { letterLocale, proofOfDisclaimerPdf } from '#modules/learning/certificates/render/index.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { composed } from '#platform/composed.shared.ts'
import { binary, operation } from '#platform/operation.ts'
import { findAgreement } from './agreement.sql.ts'
import { mayTakeProof, ProofInput, selectProvenCourse } from './course-proof.ts'
import { proofErrors } from './errors.ts'
import { selectProvenPerson } from './proven-person.sql.ts'

export const downloadProofOfDisclaimerAgreement = operation({
  call: 'GET /student/downloadProofOfDisclaimerAgreement',
  summary: 'Proof that a student agreed to the disclaimer of a course: the text, who, when and from where, as a PDF',
  may: mayTakeProof,
  takes: ProofInput,
  gives: binary('application/pdf'),
  fails: [proofErrors.notAgreed],
  rate: 'export',
  async run(ctx, input) {
    const course = await selectProvenCourse(ctx, input)
    const { disclaimer, version_number } = await selectCourseVersion(ctx, course.course_version_id)
    const agreement = disclaimer ? await findAgreement(ctx, course) : null
    if (!agreement) throw proofErrors.notAgreed()
    const { student_name, organization_name, brand_color, time_zone } = await selectProvenPerson(ctx, course)
    const body = await proofOfDisclaimerPdf({
      organization_name,
      brand_color,
      student_name,
      course_name: course.course_name,
      version_number,
      language: letterLocale(ctx.locale),
      time_zone,
      issued_at: ctx.now.toISOString(),
      disclaimer,
      text_hash: agreement.text_hash,
      // For a purchase with several courses the hash covers all their texts together.
      text_alone: hashOf(disclaimer) === agreement.text_hash,
      agreed_text: agreement.typed,
      agreed_at: agreement.agreed_at.toISOString(),
      ip_address: agreement.address,
      user_agent: agreement.user_agent,
    })
    await ctx.audit({ action: 'certificate.disclaimer', ...courseEvent(course) })
    return { body, type: 'application/pdf', name: 'Proof of Disclaimer.pdf' }
  },
})

const hashOf = (text: string) => createHash('sha256').update(composed(text)).digest('hex')
