import {
  fetchOrganizationSecurity,
  saveOrganizationSecurity,
} from '#modules/identity/two-factor/organization-security.ts'
import StaffTwoFactor from '#modules/identity/two-factor/staff-two-factor.island.tsx'
import { staffTwoFactorTexts } from '#modules/identity/two-factor/staff-two-factor.texts.ts'
import { pathTo } from '#platform/path-to.ts'
import { admin } from '#platform/permissions.ts'
import { localize, localText } from '#platform/texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { Card } from '#platform/ui/card.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { toProof } from './enter.ts'

/** Handles the system settings form if no script does. */
export default page({
  address: '/settings/staff-security',
  title: staffTwoFactorTexts.title,
  may: admin,
  layout: BackOfficeLayout,
  load: ({ ctx }) => fetchOrganizationSecurity.run(ctx, {}),
  async submit({ ctx, form, url }) {
    const staff_2fa_required = form.values.staff_2fa_required === '1'
    const text = localText(ctx.locale, staffTwoFactorTexts, staff_2fa_required ? 'on' : 'off')
    return saveOrganizationSecurity.run(ctx, { staff_2fa_required }).then(
      () => redirect(pathTo('/settings'), { flash: { kind: 'success', text } }),
      (error) => toProof(error, url),
    )
  },
  view: ({ staff_2fa_required }, { form, locale }) => (
    <div className="mx-auto max-w-xl">
      <PageTitle>{localize(locale, staffTwoFactorTexts.title)}</PageTitle>
      <FormAlert message={form.message} />
      <Card>
        <StaffTwoFactor required={staff_2fa_required} />
      </Card>
    </div>
  ),
})
