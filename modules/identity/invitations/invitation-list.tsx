import type { SubmitEvent } from 'react'
import { useApi } from '#platform/ui/api.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { Unseen } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { toast } from '#platform/ui/toast.ts'
import type { Invitation } from './fetch-invitations.ts'
import { invitationTexts } from './invitations.texts.ts'

type Props = { invitations: readonly Invitation[]; onChanged: () => Promise<void> }

/**
 * People who have not accepted yet. Its buttons submit a plain form (`revoke:17`), which scripts handle if they run.
 */
export function InvitationList({ invitations, onChanged }: Props) {
  const t = useTexts(invitationTexts)
  const { call, busy } = useApi()
  const pendingInvitations = invitations.filter(({ can_resend }) => can_resend)
  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const pressed = (event.nativeEvent as globalThis.SubmitEvent).submitter as HTMLButtonElement
    const [action, id] = pressed.value.split(':')
    const body = { invitation_id: Number(id) }
    const response = await call((api) =>
      action === 'resend'
        ? api.POST('/user/invitation/resend', { body })
        : api.POST('/user/invitation/revoke', { body }),
    )
    if (response.ok) toast({ kind: 'success', text: t(action === 'resend' ? 'resent' : 'revoked') })
    await onChanged()
  }
  if (pendingInvitations.length === 0) return <p className="text-muted-foreground">{t('none')}</p>
  return (
    <form method="post" onSubmit={onSubmit}>
      <Table label={t('open')} stacked>
        <thead>
          <tr>
            <TableHead>{t('email')}</TableHead>
            <TableHead>{t('firstName')}</TableHead>
            <TableHead>{t('lastName')}</TableHead>
            <TableHead>{t('organization')}</TableHead>
            <TableHead>{t('invitedBy')}</TableHead>
            <TableHead>{t('until')}</TableHead>
            <TableHead>
              <Unseen>{t('actions')}</Unseen>
            </TableHead>
          </tr>
        </thead>
        <tbody>
          {pendingInvitations.map((invitation) => (
            <Row key={invitation.invitation_id} invitation={invitation} busy={busy} />
          ))}
        </tbody>
      </Table>
    </form>
  )
}

function Row({ invitation, busy }: { invitation: Invitation; busy: boolean }) {
  const t = useTexts(invitationTexts)
  const showDate = useShowDate()
  const { invitation_id, email, state } = invitation
  const button = { type: 'submit', size: 'sm', name: 'action', disabled: busy } as const
  return (
    <tr>
      <TableCell label={t('email')}>{email}</TableCell>
      <TableCell label={t('firstName')}>{invitation.first_name}</TableCell>
      <TableCell label={t('lastName')}>{invitation.last_name}</TableCell>
      <TableCell label={t('organization')}>{invitation.organization_name}</TableCell>
      <TableCell label={t('invitedBy')}>{invitation.invited_by}</TableCell>
      <TableCell label={t('until')} className="figures whitespace-nowrap">
        {state === 'expired' ? <Badge tone="orange">{t('expired')}</Badge> : showDate(invitation.expires_at)}
      </TableCell>
      <TableCell className="text-end whitespace-nowrap max-md:!justify-end">
        <Button {...button} variant="link" value={`resend:${invitation_id}`} aria-label={t('resendOf', { email })}>
          {t('resend')}
        </Button>
        <Button
          {...button}
          variant="destructive-outline"
          value={`revoke:${invitation_id}`}
          aria-label={t('revokeOf', { email })}
        >
          {t('revoke')}
        </Button>
      </TableCell>
    </tr>
  )
}
