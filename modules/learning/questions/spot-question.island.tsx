import { island } from '#platform/ui/island.tsx'
import { SpotField } from './spot-field.tsx'

export default island('learning/spot-question', { when: 'load' }, SpotField)
