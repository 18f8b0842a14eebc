import {
  fetchOrganizationSecurity,
  type ProofWay,
  prove,
  saveOrganizationSecurity,
  signInCookies,
} from '../../../modules/identity/index.ts'
import StaffTwoFactor from '../../../modules/identity/two-factor/staff-two-factor.island.tsx'
import { staffTwoFactorTexts } from '../../../modules/identity/two-factor/staff-two-factor.texts.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { Refusal } from '../../../platform/errors.ts'
import { admin } from '../../../platform/permissions.ts'
import { pick, say } from '../../../platform/texts.ts'
import { FormMessage } from '../../../platform/ui/banner.tsx'
import { Card, PageTitle } from '../../../platform/ui/parts.tsx'
import type { SentForm } from '../../../platform/web/form.ts'
import type { Flash } from '../../../platform/web/frame.ts'
import { redirect } from '../../../platform/web/leave.ts'
import { page } from '../../../platform/web/page.ts'
import { BackOfficeLayout } from '../../layouts/backoffice.tsx'

/** Takes the form of the system settings, and asks who sends it where that is not fresh. */
export default page({
  address: '/settings/staff-security',
  title: staffTwoFactorTexts.title,
  may: admin,
  layout: BackOfficeLayout,
  load: ({ ctx }) => fetchOrganizationSecurity.run(ctx, {}),
  async submit({ ctx, form }) {
    const cookies = await proveIfAsked(ctx, form)
    const flash = await save(ctx, form.values.staff_2fa_required === '1', cookies.length > 0)
    return redirect('/settings', { flash, cookies })
  },
  view: ({ staff_2fa_required }, { form, locale }) => (
    <div className="mx-auto max-w-xl">
      <PageTitle>{pick(locale, staffTwoFactorTexts.title)}</PageTitle>
      <FormMessage message={form.message} />
      <Card>
        <StaffTwoFactor
          required={form.message === null ? staff_2fa_required : form.values.staff_2fa_required === '1'}
          ways={(form.answer.ways as ProofWay[] | undefined) ?? null}
        />
      </Card>
    </div>
  ),
})

async function proveIfAsked(ctx: Ctx, { values: { password = '', code2fa = '' } }: SentForm): Promise<string[]> {
  if (!password && !code2fa) return []
  return signInCookies(ctx.request.origin, await prove.run(ctx, code2fa ? { code: code2fa } : { password }))
}

/** With a new reference of the session nothing may be refused by an error: its cookie must reach the browser. */
async function save(ctx: Ctx, staff_2fa_required: boolean, proved: boolean): Promise<Flash> {
  try {
    await saveOrganizationSecurity.run(ctx, { staff_2fa_required })
    return { kind: 'success', text: say(ctx.locale, staffTwoFactorTexts, staff_2fa_required ? 'on' : 'off') }
  } catch (error) {
    if (!proved || !(error instanceof Refusal)) throw error
    return { kind: 'error', text: pick(ctx.locale, error.kind.text, error.params) }
  }
}
