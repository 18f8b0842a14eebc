import { ShowLoaded, useLoaded } from '#platform/ui/loaded.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import type { Invitation } from './fetch-invitations.ts'
import { InvitationList } from './invitation-list.tsx'
import { invitationTexts } from './invitations.texts.ts'
import { InviteForm, type TypedInvitation } from './invite-form.tsx'

export type InvitationsProps = { first: { invitations: Invitation[] } | null; typed: TypedInvitation | null }

/** The invitation form, and the people who have not accepted yet. */
export default function Invitations({ first, typed }: InvitationsProps) {
  const t = useTexts(invitationTexts)
  const loaded = useLoaded(first, (api) => api.GET('/user/invitation/fetch'))
  return (
    <div className="grid grid-cols-1 gap-6">
      <InviteForm typed={typed} onSent={loaded.reload} />
      <section className="grid grid-cols-1 gap-3">
        <h2 className="text-lg font-semibold">{t('open')}</h2>
        <ShowLoaded loaded={loaded}>
          {({ invitations }) => <InvitationList invitations={invitations} onChanged={loaded.reload} />}
        </ShowLoaded>
      </section>
    </div>
  )
}
