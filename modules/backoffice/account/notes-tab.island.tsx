import type { AccountPlace } from '#modules/identity/account/account-place.shared.ts'
import { island } from '#platform/ui/island.tsx'
import { type Notes, NotesOf } from './notes-of.tsx'

/** Staff's notes about a person. */
export default island('backoffice/notes-tab', { when: 'load' }, NotesTab)

function NotesTab({ place, first }: { place: AccountPlace; first: Notes | null }) {
  return <NotesOf entity={{ lk_entity_type_id: 1, entity_id: place.user_id ?? 0 }} first={first} empty="emptyText" />
}
