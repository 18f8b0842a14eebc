import { type Notes, NotesOf } from '#modules/backoffice/account/notes-of.tsx'
import { island } from '#platform/ui/island.tsx'

/** Staff's notes about an organization. */
export default island('backoffice/organization-notes', { when: 'load' }, OrganizationNotes)

function OrganizationNotes({ organization_id, first }: { organization_id: number; first: Notes }) {
  return (
    <NotesOf entity={{ lk_entity_type_id: 4, entity_id: organization_id }} first={first} empty="emptyOrganization" />
  )
}
