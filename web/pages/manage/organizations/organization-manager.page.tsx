import { updateManager } from '#modules/backoffice/organizations/change-organizations.ts'
import { getOneOrganization } from '#modules/backoffice/organizations/fetch-organizations.ts'
import { listStaffOf, type StaffMember } from '#modules/identity/entry.ts'
import { fetchInvitations } from '#modules/identity/invitations/fetch-invitations.ts'
import { revokeInvitation } from '#modules/identity/invitations/invite-instructor.ts'
import { inviteManager } from '#modules/identity/invitations/invite-manager.ts'
import { resendInvitation } from '#modules/identity/invitations/resend-invitation.ts'
import type { Ctx } from '#platform/ctx.ts'
import { holds, staff } from '#platform/permissions.ts'
import { localText } from '#platform/texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { Badge } from '#platform/ui/badge.tsx'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { SelectField, TextField } from '#platform/ui/field.tsx'
import { useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { type FormState, field, type SentForm } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { notFound, type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { findOrg, type Org, orgAddress } from './organization-shell.tsx'
import { profileTexts } from './profile-form.texts.ts'

type Invitations = Awaited<ReturnType<typeof fetchInvitations.run>>['invitations']
/** `invitations` is null for staff who may not invite. */
type PageData = {
  org: Org
  manager: string
  /** The data that the profile has about a manager without an account. */
  known: { email: string; first_name: string; last_name: string } | null
  manager_id: number | null
  staff: StaffMember[]
  invitations: Invitations | null
}

/** The manager of an organization: a member of its staff, or someone invited by email. */
export default page({
  address: '/manage/organization/:id{[0-9]{1,9}}/manager',
  title: profileTexts.manager,
  may: staff('MANAGE_ORGANIZATION:UPDATE'),
  layout: BackOfficeLayout,
  async load({ ctx, params }): Promise<PageData | PageRedirect> {
    const org = await findOrg(ctx, params.id)
    if (!org) return notFound()
    const { organization_id } = org
    const invites = holds(ctx.actor, 'MANAGE_INSTRUCTORS:CREATE') && holds(ctx.actor, 'MANAGE_INSTRUCTORS:READ')
    const [{ data }, people, invited] = await Promise.all([
      getOneOrganization.run(ctx, { organization_id }),
      listStaffOf(ctx, organization_id),
      invites ? fetchInvitations.run(ctx, { organization_id }) : null,
    ])
    const pendingInvitations =
      invited?.invitations.filter(({ can_resend, manager_ind }) => can_resend && manager_ind) ?? null
    const { manager_name: manager, manager_id, email, first_name, last_name } = data
    const invitee = manager_id === null ? { email, first_name, last_name } : null
    return { org, manager, known: invitee, manager_id, staff: people, invitations: pendingInvitations }
  },
  async submit({ ctx, params, url, form }) {
    const org = await findOrg(ctx, params.id)
    if (!org) return notFound()
    return redirect(url.pathname, { flash: { kind: 'success', text: await performAction(ctx, org, form) } })
  },
  view: (loaded: PageData, { form }) => <Manager loaded={loaded} form={form} />,
})

/** Chooses or invites a manager, or acts on an invitation (`revoke:17`). Returns the sentence that confirms it. */
async function performAction(ctx: Ctx, { organization_id, code }: Org, { values }: SentForm): Promise<string> {
  const [action, invitation_id] = (values.action ?? '').split(':')
  if (action === 'choose')
    return (await updateManager.run(ctx, { org_code: code, user_id: values.user_id ?? '' })).message ?? ''
  if (action === 'resend') {
    await resendInvitation.run(ctx, { invitation_id })
    return localText(ctx.locale, profileTexts, 'resent')
  }
  if (action === 'revoke') {
    await revokeInvitation.run(ctx, { invitation_id })
    return localText(ctx.locale, profileTexts, 'revoked')
  }
  const { email = '', first_name = '', last_name = '' } = values
  await inviteManager.run(ctx, { organization_id, email, first_name, last_name })
  return localText(ctx.locale, profileTexts, 'invitationSent', { email })
}

function Manager({ loaded, form }: { loaded: PageData; form: FormState }) {
  const t = useTexts(profileTexts)
  const { org, manager, known: invitee, invitations } = loaded
  const lead = manager === '' ? 'managerNone' : invitee ? 'managerWithoutAccount' : 'managerNow'
  return (
    <>
      <p className="mb-1 text-sm">
        <TextLink href={orgAddress(org, 'overview')} alone>
          ‹ {org.name}
        </TextLink>
      </p>
      <PageTitle lead={t(lead, { name: manager })}>{t('managerTitle', { name: org.name })}</PageTitle>
      <FormAlert message={form.message} />
      <div className="grid max-w-3xl gap-6">
        <Choose loaded={loaded} form={form} />
        {invitations && <Invite form={form} invitee={invitations.length === 0 ? invitee : null} />}
        {invitations && invitations.length > 0 && <Waiting invitations={invitations} />}
      </div>
    </>
  )
}

function Choose({ loaded: { staff: people, manager_id }, form }: { loaded: PageData; form: FormState }) {
  const t = useTexts(profileTexts)
  const choices = people.map(({ user_id, first_name, last_name, email }) => ({
    value: String(user_id),
    label: [`${first_name} ${last_name}`.trim(), email].filter(Boolean).join(' · '),
  }))
  return (
    <Panel title={t('chooseManager')}>
      <p className="mb-3 max-w-reading text-muted-foreground">{t(people.length > 0 ? 'managerLead' : 'noStaff')}</p>
      {people.length > 0 && (
        <form method="post" className="grid gap-4">
          <SelectField
            {...field(form, 'user_id', manager_id === null ? '' : String(manager_id))}
            label={t('staffMember')}
            options={choices}
            placeholder={t('choose')}
            required
          />
          <div>
            <SubmitButton name="action" value="choose">
              {t('makeManager')}
            </SubmitButton>
          </div>
        </form>
      )}
    </Panel>
  )
}

function Invite({ form, invitee }: { form: FormState; invitee: PageData['known'] }) {
  const t = useTexts(profileTexts)
  return (
    <Panel title={t('inviteManager')}>
      <p className="mb-3 max-w-reading text-muted-foreground">{t('inviteLead')}</p>
      <form method="post" className="grid gap-4">
        <TextField
          {...field(form, 'email', invitee?.email)}
          type="email"
          label={t('email')}
          autoComplete="off"
          required
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            {...field(form, 'first_name', invitee?.first_name)}
            label={t('firstName')}
            maxLength={100}
            autoComplete="off"
          />
          <TextField
            {...field(form, 'last_name', invitee?.last_name)}
            label={t('lastName')}
            maxLength={100}
            autoComplete="off"
          />
        </div>
        <div>
          <SubmitButton name="action" value="invite">
            {t('sendInvitation')}
          </SubmitButton>
        </div>
      </form>
    </Panel>
  )
}

function Waiting({ invitations }: { invitations: Invitations }) {
  const t = useTexts(profileTexts)
  const showDate = useShowDate()
  const button = { name: 'action', size: 'sm' } as const
  return (
    <Panel title={t('openInvitations')}>
      <form method="post">
        <ul className="divide-y divide-border">
          {invitations.map(({ invitation_id, email, state, expires_at }) => (
            <li key={invitation_id} className="flex flex-wrap items-center gap-3 py-3">
              <span className="min-w-0 flex-1 break-words">
                <strong>{email}</strong>{' '}
                {state === 'expired' ? (
                  <Badge tone="orange">{t('expired')}</Badge>
                ) : (
                  <span className="text-muted-foreground">{t('expiresOn', { date: showDate(expires_at) })}</span>
                )}
              </span>
              <SubmitButton
                {...button}
                value={`resend:${invitation_id}`}
                variant="outline"
                aria-label={`${t('resend')}: ${email}`}
              >
                {t('resend')}
              </SubmitButton>
              <SubmitButton
                {...button}
                value={`revoke:${invitation_id}`}
                variant="destructive-outline"
                aria-label={`${t('revoke')}: ${email}`}
              >
                {t('revoke')}
              </SubmitButton>
            </li>
          ))}
        </ul>
      </form>
    </Panel>
  )
}
