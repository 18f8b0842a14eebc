import { getEntityNotes } from '#modules/backoffice/notes/get-entity-notes.ts'
import OrganizationNotes from '#modules/backoffice/organizations/organization-notes.island.tsx'
import { staff } from '#platform/permissions.ts'
import { page } from '#platform/web/page.ts'
import { notFound } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { orgTexts } from './organization.texts.ts'
import { findOrg, OrgShell } from './organization-shell.tsx'

/** The notes of staff about an organization. */
export default page({
  address: '/manage/organization/:id{[0-9]{1,9}}/notes',
  title: orgTexts.notes,
  may: staff('MANAGE_ORGANIZATION:READ'),
  layout: BackOfficeLayout,
  async load({ ctx, params }) {
    const org = await findOrg(ctx, params.id)
    if (!org) return notFound()
    return { org, notes: await getEntityNotes.run(ctx, { lk_entity_type_id: 4, entity_id: org.organization_id }) }
  },
  view: ({ org, notes }) => (
    <OrgShell org={org} tab="notes">
      <OrganizationNotes organization_id={org.organization_id} first={notes} />
    </OrgShell>
  ),
})
