import { organizationSteps } from '#modules/backoffice/entry.ts'
import { createOrganization } from '#modules/backoffice/organizations/change-organizations.ts'
import { codeInSite } from '#modules/backoffice/organizations/code-in-site.shared.ts'
import { listOrganizations } from '#modules/identity/organizations/list-organizations.ts'
import { fetchAllRecruiters } from '#modules/identity/recruiters/recruiters.ts'
import type { Ctx } from '#platform/ctx.ts'
import { holds, staff } from '#platform/permissions.ts'
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

type Recruiters = Awaited<ReturnType<typeof fetchAllRecruiters.run>>['data']['data']
type PageData = { parents: readonly Org[]; parent: number; site: string; recruiters: Recruiters | null }

/** A new organization under the visited one, or under the one in the address or the form. */
export default page({
  address: '/manage/organizations/new',
  title: profileTexts.add,
  may: staff('MANAGE_ORGANIZATION:CREATE'),
  layout: BackOfficeLayout,
  max_form: logoForm,
  async load({ ctx, query }): Promise<PageData | PageRedirect> {
    const { data: parents } = await listOrganizations.run(ctx, {})
    const parent = Number(query.parent) || ctx.organization.organization_id
    return parents.some(({ organization_id }) => organization_id === parent)
      ? { parents, parent, site: ctx.use(siteUrlPort)(codeInSite, '/'), recruiters: await listRecruiters(ctx) }
      : notFound()
  },
  async submit({ ctx, form }) {
    const parent = Number(form.values.parentOrganizationId) || ctx.organization.organization_id
    const logo = await logoOf(ctx, parent, form)
    const { data, message = '' } = await createOrganization.run(ctx, profileInput(form, logo))
    // Its overview shows what is left to do.
    return redirect(orgAddress(data, 'overview'), { flash: { kind: 'success', text: message } })
  },
  view: (loaded: PageData, { form }) => <New loaded={loaded} form={form} />,
})

/** The recruiters that the caller may name; null without the right to change instructors. */
async function listRecruiters(ctx: Ctx): Promise<Recruiters | null> {
  const isAllowed = holds(ctx.actor, 'MANAGE_INSTRUCTORS:UPDATE') && fetchAllRecruiters.may.gate(ctx.actor)
  return isAllowed ? (await fetchAllRecruiters.run(ctx, {})).data.data : null
}

function New({ loaded: { parents, parent, site, recruiters }, form }: { loaded: PageData; form: FormState }) {
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
        recruiters={recruiters}
        aside={<OrganizationChecklist open={organizationSteps} />}
      />
    </>
  )
}
