import { organizationSteps } from '#modules/backoffice/entry.ts'
import { createOrganization } from '#modules/backoffice/organizations/change-organizations.ts'
import { codeInSite } from '#modules/backoffice/organizations/code-in-site.shared.ts'
import { listOrganizations } from '#modules/identity/organizations/list-organizations.ts'
import { staff } from '#platform/permissions.ts'
import { siteUrlPort } from '#platform/ports.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'
import type { FormState } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { notFound, type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { logoForm, logoOf } from './logo-input.ts'
import { OrganizationChecklist } from './organization-checklist.tsx'
import { type Org, orgAddress } from './organization-shell.tsx'
import { profileTexts } from './profile-form.texts.ts'
import { ProfileForm } from './profile-form.tsx'
import { profileInput } from './profile-input.ts'

type Loaded = { parents: readonly Org[]; parent: number; site: string }

/** A new organization under the visited one, or under the one in the address or the form. */
export default page({
  address: '/manage/organizations/new',
  title: profileTexts.add,
  may: staff('MANAGE_ORGANIZATION:CREATE'),
  layout: BackOfficeLayout,
  max_form: logoForm,
  async load({ ctx, query }): Promise<Loaded | PageRedirect> {
    const { data: parents } = await listOrganizations.run(ctx, {})
    const parent = Number(query.parent) || ctx.organization.organization_id
    return parents.some(({ organization_id }) => organization_id === parent)
      ? { parents, parent, site: ctx.use(siteUrlPort)(codeInSite, '/') }
      : notFound()
  },
  async submit({ ctx, form }) {
    const parent = Number(form.values.parentOrganizationId) || ctx.organization.organization_id
    const logo = await logoOf(ctx, parent, form)
    const { data, message = '' } = await createOrganization.run(ctx, profileInput(form, logo))
    // Its overview shows what is left to do.
    return redirect(orgAddress(data, 'overview'), { flash: { kind: 'success', text: message } })
  },
  view: (loaded: Loaded, { form }) => <New loaded={loaded} form={form} />,
})

function New({ loaded: { parents, parent, site }, form }: { loaded: Loaded; form: FormState }) {
  const t = useTexts(profileTexts)
  return (
    <>
      <PageTitle>{t('add')}</PageTitle>
      <ProfileForm
        profile={null}
        site={site}
        form={form}
        parents={parents}
        parent={parent}
        aside={<OrganizationChecklist open={organizationSteps} />}
      />
    </>
  )
}
