import { createOrganization } from '#modules/backoffice/organizations/change-organizations.ts'
import { pathTo } from '#platform/path-to.ts'
import { staff } from '#platform/permissions.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'
import type { FormState } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { notFound, redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { logoForm, logoOf } from './logo-input.ts'
import { findOrg, type Org } from './organization-shell.tsx'
import { profileTexts } from './profile-form.texts.ts'
import { ProfileForm } from './profile-form.tsx'
import { profileInput } from './profile-input.ts'

type Loaded = { parent: Org }

/** A new organization under the visited one, or under the one in the address. */
export default page({
  address: '/manage/organizations/new',
  title: profileTexts.add,
  may: staff('MANAGE_ORGANIZATION:CREATE'),
  layout: BackOfficeLayout,
  max_form: logoForm,
  async load({ ctx, query }) {
    const parent = await findOrg(ctx, query.parent ?? String(ctx.organization.organization_id))
    return parent ? { parent } : notFound()
  },
  async submit({ ctx, query, form }) {
    const parentOrganizationId = query.parent || null
    const logo = await logoOf(ctx, Number(query.parent) || ctx.organization.organization_id, form)
    const { message = '' } = await createOrganization.run(ctx, { ...profileInput(form, logo), parentOrganizationId })
    const to = query.parent
      ? pathTo('/manage/organization/:id/suborganizations', { id: query.parent })
      : pathTo('/manage/organizations')
    return redirect(to, { flash: { kind: 'success', text: message } })
  },
  view: (loaded: Loaded, { form }) => <New loaded={loaded} form={form} />,
})

function New({ loaded: { parent }, form }: { loaded: Loaded; form: FormState }) {
  const t = useTexts(profileTexts)
  return (
    <>
      <PageTitle lead={parent.name}>{t('add')}</PageTitle>
      <ProfileForm profile={null} form={form} />
    </>
  )
}
