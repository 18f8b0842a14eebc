import { ofCourse, staffOfCourse } from '#modules/learning/permissions.ts'
import { licenseWarning } from '#modules/learning/questions/license-format.ts'
import { ConfirmedLicense, LicenseNumber } from '#modules/learning/questions/license-number.schema.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { lockStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { operation } from '#platform/operation.ts'
import { either, userOf } from '#platform/permissions.ts'
import { id, wording, z } from '#platform/schema.ts'
import { stateCode } from '#platform/states.ts'
import { localText, type Text } from '#platform/texts.ts'
import { reportingErrors } from './errors.ts'
import { listLatestReports, selectLicenseState } from './report.sql.ts'
import { reportingTexts } from './reporting.texts.ts'
import { resend } from './resend.ts'

const stateRequired: Text = ['Choose a state from the list.', 'Elija un estado de la lista.']

/**
 * Resubmits a refused report with the current data, as a new report that refers to the refused one. Staff may correct
 * the license number for this and later reports; students may not, because they proved their identity with it. The
 * state that issued it was not part of that proof, and a course may not ask for it, so both may correct it.
 */
export const resubmitCompletion = operation({
  call: 'POST /report/resubmitCompletion',
  summary: 'Sends a refused completion report again with the data on file now',
  added: true,
  may: either(ofCourse('student_course_id'), staffOfCourse('MANAGE_STUDENTS:UPDATE', 'student_course_id')),
  takes: z.object({
    student_course_id: id(),
    driver_license: LicenseNumber.optional(),
    /** The state that issued the license (lookup `state`). */
    lk_license_state_id: z
      .int()
      .refine((state_id) => stateCode(state_id) !== '', { error: wording(stateRequired) })
      .nullish(),
    confirmed_license: ConfirmedLicense.optional(),
  }),
  gives: z.object({ completion_report_id: z.int() }),
  fails: [reportingErrors.notRejected, reportingErrors.staffCorrects, reportingErrors.licenseUnusual],
  async run(ctx, { student_course_id, confirmed_license, lk_license_state_id, driver_license }) {
    const license_state = stateCode(lk_license_state_id ?? null)
    const newCorrections = { ...(driver_license && { driver_license }), ...(license_state && { license_state }) }
    if (userOf(ctx).role === 'Student' && newCorrections.driver_license) throw reportingErrors.staffCorrects()
    const course = await lockStudentCourse(ctx, student_course_id)
    const latest = await listLatestReports(ctx, student_course_id)
    const refused = latest.find(({ state }) => state === 'rejected')
    if (!refused) throw reportingErrors.notRejected()
    if (newCorrections.driver_license && newCorrections.driver_license !== confirmed_license) {
      const warning = licenseWarning(
        ctx.locale,
        license_state || (await selectLicenseState(ctx, refused)),
        newCorrections.driver_license,
      )
      if (warning) throw reportingErrors.licenseUnusual({ warning })
    }
    const completion_report_id = await resend(ctx, course, latest, refused, newCorrections)
    const corrected = Object.keys(newCorrections)
    await ctx.audit({ action: 'report.resubmit', ...courseEvent(course), after: { completion_report_id, corrected } })
    return { completion_report_id, message: localText(ctx.locale, reportingTexts, 'resubmitted') }
  },
})
