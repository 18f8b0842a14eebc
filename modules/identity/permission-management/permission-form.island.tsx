import { island } from '#platform/ui/island.tsx'
import { PermissionForm } from './permission-form.tsx'

/** The permission matrix on a separate page. */
export default island('identity/permission-form', { when: 'idle' }, PermissionForm)
