import { fetchDocuments } from '#modules/catalogue/documents/fetch-documents.ts'
import OrganizationDocuments from '#modules/catalogue/documents/organization-documents.island.tsx'
import { staff } from '#platform/permissions.ts'
import { page } from '#platform/web/page.ts'
import { notFound } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { orgTexts } from './organization.texts.ts'
import { findOrg, OrgShell } from './organization-shell.tsx'

/** The organization's documents: contracts, tax forms. */
export default page({
  address: '/manage/organization/:id{[0-9]{1,9}}/documents',
  title: orgTexts.documents,
  may: staff('MANAGE_ORGANIZATION:READ'),
  layout: BackOfficeLayout,
  async load({ ctx, params }) {
    const org = await findOrg(ctx, params.id)
    if (!org) return notFound()
    return { org, documents: await fetchDocuments.run(ctx, { lk_entity_type_id: 4, entity_id: org.organization_id }) }
  },
  view: ({ org, documents }) => (
    <OrgShell org={org} tab="documents">
      <OrganizationDocuments organization_id={org.organization_id} first={documents} />
    </OrgShell>
  ),
})
