import { island } from './island.tsx'
import { DateField } from './masked.tsx'

type DateProps = {
  label: string
  name: string
  defaultValue?: string
  hint?: string
  error?: string
  required?: boolean
  readOnly?: boolean
  autoFocus?: boolean
  autoComplete?: string
}

/** A date field that puts the slashes during typing, for pages without another island around it. */
export default island('platform/date-field', { when: 'idle' }, DateFieldInForm)

function DateFieldInForm(props: DateProps) {
  return <DateField {...props} />
}
