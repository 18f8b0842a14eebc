import { island } from '../../../platform/ui/island.tsx'
import { DateField } from '../../../platform/ui/masked.tsx'

export type DateOfBirthProps = {
  name: string
  label: string
  hint: string
  defaultValue: string
  error: string | null
}

/** A date of birth that gets its slashes while it is typed: the keys of a phone have none. */
export default island('checkout/date-of-birth', { when: 'load' }, DateOfBirth)

function DateOfBirth({ error, ...field }: DateOfBirthProps) {
  return <DateField {...field} error={error ?? undefined} className="sm:max-w-64" autoComplete="bday" required />
}
