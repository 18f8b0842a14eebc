import { island } from '#platform/ui/island.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** New recovery codes, for a page without another island around them. */
export default island('identity/recovery-codes', { when: 'idle' }, NewRecoveryCodes)

function NewRecoveryCodes(props: { codes: string[] }) {
  return <RecoveryCodes {...props} />
}
