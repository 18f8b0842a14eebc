import { island } from '#platform/ui/island.tsx'
import { MatchField } from './match-field.tsx'

export default island('learning/match-question', { when: 'load' }, MatchField)
