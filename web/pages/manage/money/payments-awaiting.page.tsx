import { fetchAwaiting } from '#modules/checkout/payments/refunds/fetch-awaiting.ts'
import { refundTexts } from '#modules/checkout/payments/refunds/refunds.texts.ts'
import { isProofNeeded } from '#modules/identity/entry.ts'
import { pathTo } from '#platform/path-to.ts'
import { localText } from '#platform/texts.ts'
import { invalid } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { awaitingActions } from './payments-awaiting-actions.ts'
import { AwaitingRefunds } from './payments-awaiting-form.tsx'

/** Refunds and voids that wait for a second person. */
export default page({
  address: '/manage/payments/awaiting',
  title: refundTexts.awaitingTitle,
  may: fetchAwaiting.may,
  layout: BackOfficeLayout,
  load: ({ ctx }) => fetchAwaiting.run(ctx, {}),
  async submit({ ctx, url, form: { values } }) {
    const action = awaitingActions.get(values.action ?? '')
    if (!action) return invalid({}, localText(ctx.locale, refundTexts, 'awaitingLead'))
    try {
      const { message = '', pending = false } = await action(ctx, values)
      return redirect(url.pathname, { flash: { kind: pending ? 'info' : 'success', text: message } })
    } catch (error) {
      if (!isProofNeeded(error)) throw error
      return redirect(pathTo('/prove', { query: { redirect: url.pathname } }))
    }
  },
  view: ({ refunds }, { form, locale }) => <AwaitingRefunds refunds={refunds} form={form} locale={locale} />,
})
