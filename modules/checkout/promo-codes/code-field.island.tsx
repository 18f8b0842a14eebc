import { island } from '#platform/ui/island.tsx'
import { CodeField } from './code-field.shared.tsx'

/** The code of the form's page, which works without scripts as well. */
export default island('checkout/code-field', { when: 'idle' }, CodeField)
