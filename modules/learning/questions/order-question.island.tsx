import { island } from '#platform/ui/island.tsx'
import { OrderField } from './order-field.tsx'

export default island('learning/order-question', { when: 'load' }, OrderField)
