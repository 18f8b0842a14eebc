import { fetchWebsiteById } from '#modules/catalogue/websites/fetch-website-by-id.ts'
import { staff } from '#platform/permissions.ts'
import { page } from '#platform/web/page.ts'
import { notFound, type PageRedirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { logoForm } from './logo-input.ts'
import { orgTexts } from './organization.texts.ts'
import { findOrg, OrgShell } from './organization-shell.tsx'
import { type WebsiteData, WebsiteForm } from './organization-website-form.tsx'
import { submitWebsite } from './organization-website-submit.ts'
import { loadWebsiteCodes } from './website-promo-input.ts'

/** One website of an organization, to change. */
export default page({
  address: '/manage/organization/:id{[0-9]{1,9}}/websites/:website_id{[0-9]{1,9}}',
  title: orgTexts.edit,
  may: staff('MANAGE_WEBSITES:UPDATE'),
  layout: BackOfficeLayout,
  max_form: logoForm,
  async load({ ctx, params }): Promise<WebsiteData | PageRedirect> {
    const org = await findOrg(ctx, params.id)
    const website = await fetchWebsiteById.run(ctx, { website_id: params.website_id })
    if (org?.organization_id !== website.website.organization_id) return notFound()
    const promo = await loadWebsiteCodes(ctx, website.website.website_id)
    return { org, existing: website, setTerms: website.website.can.setTerms, promo }
  },
  submit: ({ ctx, params, form }) =>
    submitWebsite(ctx, { organization_id: Number(params.id), website_id: Number(params.website_id) }, form),
  view: (data, { form, locale }) => (
    <OrgShell org={data.org} tab="websites">
      <WebsiteForm loaded={data} form={form} locale={locale} />
    </OrgShell>
  ),
})
