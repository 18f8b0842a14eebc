import type { Allowed } from '#modules/identity/account/user-details.ts'
import { island } from '#platform/ui/island.tsx'
import { AvatarField } from './avatar-field.tsx'
import type { Portrayed } from './portrait.shared.tsx'

type Props = { person: Portrayed; may: Allowed; back: string }

/** The own picture; afterwards the account is shown, with the new picture in the header of the page too. */
export default island('identity/own-picture', { when: 'load' }, OwnPicture)

function OwnPicture({ person, may, back }: Props) {
  return <AvatarField user={person} may={may} onChange={async () => location.assign(back)} />
}
