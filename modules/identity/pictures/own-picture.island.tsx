import type { Allowed } from '#modules/identity/account/user-details.ts'
import { island } from '#platform/ui/island.tsx'
import { AvatarField } from './avatar-field.tsx'
import type { PortraitPerson } from './portrait.shared.tsx'

type Props = { person: PortraitPerson; may: Allowed; back: string }

/** Uploads the profile picture, then reloads the account page, whose header also shows it. */
export default island('identity/own-picture', { when: 'load' }, OwnPicture)

function OwnPicture({ person, may, back }: Props) {
  return <AvatarField user={person} may={may} onChange={async () => location.assign(back)} />
}
