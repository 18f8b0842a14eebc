import { island } from '#platform/ui/island.tsx'
import { CodeField } from './code-field.shared.tsx'

/** The code field of the form's page, which also works without scripts. */
export default island('checkout/code-field', { when: 'idle' }, CodeField)
