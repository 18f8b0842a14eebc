import { island } from '#platform/ui/island.tsx'
import Invitations from './invitations.tsx'

/** Invitations on a separate page. */
export default island('identity/invitations', { when: 'load' }, Invitations)
