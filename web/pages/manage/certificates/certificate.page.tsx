import { isCourseChargedBack } from '#modules/checkout/entry.ts'
import { findTracking, setTracking } from '#modules/checkout/orders/set-tracking.ts'
import { emailCertificate } from '#modules/learning/certificates/email-certificate.ts'
import { fetchCertificate } from '#modules/learning/certificates/fetch-certificate.ts'
import { reissueCertificate } from '#modules/learning/certificates/reissue-certificate.ts'
import { shipCertificates } from '#modules/learning/certificates/ship-certificates.ts'
import { toggleCertificate } from '#modules/learning/certificates/toggle-certificate.ts'
import { updateCertificate } from '#modules/learning/certificates/update-certificate.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { pathTo } from '#platform/path-to.ts'
import { holds } from '#platform/permissions.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { idOf } from '#web/pages/course/course-place.ts'
import { refusedWith } from '#web/pages/manage/refused-with.ts'
import { certificatePageTexts } from './certificate.texts.ts'
import { CertificateView } from './certificate-view.tsx'

const addressOf = (student_certificate_id: number) =>
  pathTo('/manage/certificates/:certificateId/edit', { certificateId: student_certificate_id })

/** One certificate: its content, its versions, and the staff's actions. */
export default page({
  address: '/manage/certificates/:certificateId{[0-9]+}/edit',
  title: certificatePageTexts.title,
  may: fetchCertificate.may,
  layout: BackOfficeLayout,
  async load({ ctx, params }) {
    const certificate = await fetchCertificate.run(ctx, { student_certificate_id: idOf(params.certificateId) })
    const { order_item_id, student_course_id } = certificate
    return {
      certificate,
      tracking: order_item_id ? await findTracking(ctx, order_item_id) : null,
      charged_back: await isCourseChargedBack(ctx, student_course_id),
      updates: holds(ctx.actor, 'MANAGE_CERTIFICATES:UPDATE'),
      withdraws: holds(ctx.actor, 'MANAGE_CERTIFICATES:DELETE'),
    }
  },
  async submit({ ctx, params, form: { values } }) {
    const student_certificate_id = idOf(params.certificateId)
    const action = doers[values.what ?? '']
    if (!action) throw errors.notFound()
    let actionResult: ActionResult
    try {
      actionResult = await action(ctx, student_certificate_id, values)
    } catch (error) {
      if (values.what !== 'update') throw error
      return refusedWith(ctx, error, values, certificatePageTexts.updateFailed)
    }
    const { message = '', student_certificate_id: now = student_certificate_id } = actionResult
    return redirect(addressOf(now), { flash: { kind: 'success', text: message } })
  },
  view: (data, input) => <CertificateView {...data} input={input} />,
})

type Values = Readonly<Record<string, string | undefined>>
type ActionResult = { message?: string; student_certificate_id?: number }

/** The action of each form. */
const doers: Readonly<
  Record<string, (ctx: Ctx, student_certificate_id: number, values: Values) => Promise<ActionResult>>
> = {
  update: (ctx, student_certificate_id, { student_name, dob, driver_license, confirmed_license, reason = '' }) =>
    updateCertificate.run(ctx, {
      student_certificate_id,
      reason,
      ...(student_name?.trim() && { student_name }),
      ...(dob?.trim() && { dob }),
      ...(driver_license?.trim() && { driver_license }),
      ...(confirmed_license?.trim() && { confirmed_license }),
    }),
  reissue: (ctx, student_certificate_id, { reason = '' }) =>
    reissueCertificate.run(ctx, { student_certificate_id, reason }),
  email: (ctx, student_certificate_id, { email = '' }) =>
    emailCertificate.run(ctx, { student_certificate_id, email: email.trim() }),
  ship: (ctx, student_certificate_id) => shipCertificates.run(ctx, { ids: [student_certificate_id] }),
  withdraw: (ctx, student_certificate_id) => toggleCertificate.run(ctx, { student_certificate_id, deleted: true }),
  restore: (ctx, student_certificate_id) => toggleCertificate.run(ctx, { student_certificate_id, deleted: false }),
  async tracking(ctx, student_certificate_id, { tracking_number = '' }) {
    const { order_item_id } = await fetchCertificate.run(ctx, { student_certificate_id })
    if (!order_item_id) throw errors.notFound()
    return setTracking.run(ctx, { order_item_id, tracking_number })
  },
}
