import { fetchCheckoutSettings } from '#modules/checkout/settings/fetch-checkout-settings.ts'
import { saveCheckoutSettings } from '#modules/checkout/settings/save-checkout-settings.ts'
import { settingsTexts } from '#modules/checkout/settings/settings.texts.ts'
import { Refusal } from '#platform/errors.ts'
import { megabyte } from '#platform/http/limit-body.ts'
import { pathTo } from '#platform/path-to.ts'
import { ofVisited, staff } from '#platform/permissions.ts'
import { localize, localText } from '#platform/texts.ts'
import { invalid } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { settingsDraftOf } from './checkout-settings-draft.ts'
import { CheckoutSettingsForm } from './checkout-settings-form.tsx'

const pagePath = pathTo('/manage/settings/checkout')

/** The checkout settings of the visited organization and those below it. */
export default page({
  address: '/manage/settings/checkout',
  title: settingsTexts.title,
  may: ofVisited(staff('MANAGE_SETTINGS:UPDATE')),
  max_form: megabyte,
  layout: BackOfficeLayout,
  load: ({ ctx }) => fetchCheckoutSettings.run(ctx, {}),
  async submit({ ctx, form: { values } }) {
    try {
      const settings = settingsDraftOf(values)
      const { message = '' } = await saveCheckoutSettings.run(ctx, { settings, version: values.version || null })
      return redirect(pagePath, { flash: { kind: 'success', text: message } })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const message = localize(ctx.locale, error.kind.text, error.params)
      const errors = Object.fromEntries(error.issues.map(({ path, message }) => [path, message]))
      return invalid(errors, localText(ctx.locale, settingsTexts, 'failed', { message }))
    }
  },
  view: (data, { form }) => <CheckoutSettingsForm data={data} form={form} />,
})
