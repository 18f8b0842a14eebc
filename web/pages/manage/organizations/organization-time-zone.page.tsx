import { placeZones } from '../../../../modules/identity/account/profile-form/preferences.shared.ts'
import { fetchOrganizationTimeZone, saveOrganizationTimeZone } from '../../../../modules/identity/index.ts'
import { timeZoneTexts } from '../../../../modules/identity/organizations/time-zone.texts.ts'
import { staff } from '../../../../platform/permissions.ts'
import { pick } from '../../../../platform/texts.ts'
import { FormAlert } from '../../../../platform/ui/alert.tsx'
import BusySubmit from '../../../../platform/ui/busy-submit.island.tsx'
import { Panel } from '../../../../platform/ui/card.tsx'
import { SelectField } from '../../../../platform/ui/field.tsx'
import { useLocale, useTexts } from '../../../../platform/ui/locale.tsx'
import { type FormState, field } from '../../../../platform/web/form.ts'
import { page } from '../../../../platform/web/page.ts'
import { notFound, redirect } from '../../../../platform/web/page-redirect.ts'
import { BackOfficeLayout } from '../../../layouts/backoffice.tsx'
import { findOrg, OrgShell, orgAddress } from './organization-shell.tsx'

/** In which zone the dates of an organization's papers are days. */
export default page({
  address: '/manage/organization/:id{[0-9]{1,9}}/time-zone',
  title: timeZoneTexts.title,
  may: staff('MANAGE_ORGANIZATION:UPDATE'),
  layout: BackOfficeLayout,
  async load({ ctx, params }) {
    const org = await findOrg(ctx, params.id)
    if (!org) return notFound()
    const { organization_id } = org
    return { org, ...(await fetchOrganizationTimeZone.run(ctx, { organization_id })) }
  },
  async submit({ ctx, params, form: { values } }) {
    const org = await findOrg(ctx, params.id)
    if (!org) return notFound()
    const { organization_id } = org
    const saved = await saveOrganizationTimeZone.run(ctx, { organization_id, time_zone: values.time_zone ?? '' })
    return redirect(orgAddress(org, 'time-zone'), { flash: { kind: 'success', text: saved.message ?? '' } })
  },
  view: ({ org, time_zone }, { form }) => (
    <OrgShell org={org} tab="time-zone">
      <TimeZoneForm time_zone={time_zone} form={form} />
    </OrgShell>
  ),
})

function TimeZoneForm({ time_zone, form }: { time_zone: string; form: FormState }) {
  const t = useTexts(timeZoneTexts)
  const locale = useLocale()
  const options = placeZones.map(([value, label]) => ({ value, label: pick(locale, label) }))
  // One that was set in another way stays until another one is chosen.
  if (!placeZones.some(([value]) => value === time_zone)) options.unshift({ value: time_zone, label: time_zone })
  return (
    <Panel title={t('title')} className="max-w-xl">
      <FormAlert message={form.message} />
      <form method="post" className="grid gap-4">
        <SelectField {...field(form, 'time_zone', time_zone)} label={t('label')} hint={t('hint')} options={options} />
        <p className="text-muted-foreground">{t('kept')}</p>
        <BusySubmit label={t('save')} busyLabel={t('saving')} />
      </form>
    </Panel>
  )
}
