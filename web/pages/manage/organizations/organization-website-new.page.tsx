import { maySetTerms } from '#modules/catalogue/entry.ts'
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

/** A new website of an organization. */
export default page({
  address: '/manage/organization/:id{[0-9]{1,9}}/websites/new',
  title: orgTexts.add,
  may: staff('MANAGE_WEBSITES:CREATE'),
  layout: BackOfficeLayout,
  max_form: logoForm,
  async load({ ctx, params }): Promise<WebsiteData | PageRedirect> {
    const org = await findOrg(ctx, params.id)
    if (!org) return notFound()
    const setTerms = await maySetTerms(ctx, org.organization_id)
    return { org, existing: null, setTerms, promo: await loadWebsiteCodes(ctx, null) }
  },
  submit: ({ ctx, params, form }) => submitWebsite(ctx, { organization_id: Number(params.id), website_id: null }, form),
  view: (data, { form, locale }) => (
    <OrgShell org={data.org} tab="websites">
      <WebsiteForm loaded={data} form={form} locale={locale} />
    </OrgShell>
  ),
})
