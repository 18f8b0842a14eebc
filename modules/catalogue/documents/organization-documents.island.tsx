import { type Documents, DocumentsOf } from '#modules/catalogue/account/documents-of.tsx'
import { island } from '#platform/ui/island.tsx'

/** The files of an organization. */
export default island('catalogue/organization-documents', { when: 'load' }, OrganizationDocuments)

function OrganizationDocuments({ organization_id, first }: { organization_id: number; first: Documents }) {
  const owner = { lk_entity_type_id: 4, entity_id: organization_id } as const
  return <DocumentsOf owner={owner} first={first} empty="emptyOrganization" />
}
