import { island } from '#platform/ui/island.tsx'
import { PermissionForm } from './permission-form.tsx'

/** The permission matrix on a page of its own. */
export default island('identity/permission-form', { when: 'idle' }, PermissionForm)
