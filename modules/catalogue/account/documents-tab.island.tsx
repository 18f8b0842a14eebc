import type { AccountPlace } from '#modules/identity/account/account-place.shared.ts'
import { island } from '#platform/ui/island.tsx'
import { type Documents, DocumentsOf } from './documents-of.tsx'

/** The files of a person. */
export default island('catalogue/documents-tab', { when: 'load' }, DocumentsTab)

function DocumentsTab({ place, first }: { place: AccountPlace; first: Documents | null }) {
  const owner = { user_id: place.user_id ?? 0 }
  return <DocumentsOf owner={owner} first={first} empty={place.own ? 'emptyOwn' : 'emptyStaff'} />
}
