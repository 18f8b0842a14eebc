import { students } from '#modules/backoffice/students/students.grid.ts'
import { fetchOpenOrders } from '#modules/checkout/charges/fetch-open-orders.ts'
import type { OpenOrder } from '#modules/checkout/entry.ts'
import { emailCertificate } from '#modules/learning/certificates/email-certificate.ts'
import { fetchDashboard } from '#modules/learning/dashboard/fetch-dashboard.ts'
import { pathTo } from '#platform/path-to.ts'
import { signedIn } from '#platform/permissions.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { page } from '#platform/web/page.ts'
import { type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { StudentLayout } from '#web/layouts/student.tsx'
import { dashboardTexts } from './dashboard.texts.ts'
import { Dashboard, type DashboardShown } from './dashboard-view.tsx'

/** Progress first. Staff have their own home page. */
export default page({
  address: '/dashboard',
  title: dashboardTexts.dashboard,
  may: signedIn,
  layout: StudentLayout,
  async load({ ctx }): Promise<{ shown: DashboardShown; orders: OpenOrder[] } | PageRedirect> {
    const staff = ctx.actor.kind === 'user' && ctx.actor.role !== 'Student'
    // A person who may not see students would be redirected back here, so they get their own account, whose menu links
    // to everything that they may see.
    if (staff)
      return redirect(students.may.gate(ctx.actor) ? pathTo('/manage/students') : pathTo('/settings'), { status: 302 })
    const { data: orders } = await fetchOpenOrders.run(ctx, {})
    return { shown: (await fetchDashboard.run(ctx, {})).data, orders }
  },
  /** The button that emails a certificate to its holder. */
  async submit({ ctx, url, form: { values } }) {
    const { message = '' } = await emailCertificate.run(ctx, { student_certificate_id: Number(values.email) })
    return redirect(`${url.pathname}${url.search}#certificates`, { flash: { kind: 'success', text: message } })
  },
  view: ({ shown, orders }, { form, frame, query }) => (
    <>
      <FormAlert message={form.message} />
      <Dashboard data={shown} orders={orders} frame={frame} page={Number(query.page) || 1} />
    </>
  ),
})
