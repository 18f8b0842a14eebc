import { island } from '#platform/ui/island.tsx'
import { CopyUserLink } from './copy-user-link.shared.tsx'

export default island('identity/copy-user-link', { when: 'load' }, CopyUserLink)
