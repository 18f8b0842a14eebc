import { identityErrors } from '#modules/identity/index.ts'
import { acceptInvitation, getInvitation } from '#modules/identity/invitations/accept-invitation.ts'
import NewPassword from '#modules/identity/passwords/new-password.island.tsx'
import { passwordRule } from '#modules/identity/passwords/password-rule.shared.ts'
import { LastNameField } from '#modules/identity/people/last-name-field.shared.tsx'
import { Refusal } from '#platform/errors.ts'
import { pathTo } from '#platform/path-to.ts'
import { anyone } from '#platform/permissions.ts'
import { localize, texts } from '#platform/texts.ts'
import { Alert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import PasswordInForm from '#platform/ui/password-field.island.tsx'
import { field } from '#platform/web/form.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { PublicLayout } from '#web/layouts/public.tsx'
import { accountTexts } from './account.texts.ts'
import { AccountCard } from './account-card.tsx'
import { finishSignIn, runForm } from './enter.ts'

const messages = texts({
  title: ['Accept Invitation', 'Aceptar invitación'],
  lead: [
    '{organization_name} invited you to become an instructor.',
    '{organization_name} le envió una invitación para ser instructor.',
  ],
  manager: [
    '{organization_name} invited you to be its manager.',
    '{organization_name} le envió una invitación para administrar la organización.',
  ],
  auditor: [
    '{organization_name} invited you to read its records as an auditor.',
    '{organization_name} le envió una invitación para consultar sus registros como auditor.',
  ],
  accept: ['Accept Invitation', 'Aceptar invitación'],
  accepting: ['Saving info...', 'Guardando…'],
  gone: [
    'This invitation has expired, was revoked or was already used. Ask the person who invited you for a new one.',
    'Esta invitación venció, se revocó o ya se usó. Pida una nueva a la persona que se la envió.',
  ],
})

type Invitation = Awaited<ReturnType<typeof getInvitation.run>>

export default page({
  address: '/invitation/instructor',
  title: messages.title,
  may: anyone,
  layout: PublicLayout,
  referrer: 'none',
  header: 'brief',
  async load({ ctx, query }) {
    const invitation = await getInvitation.run(ctx, { token: query.token ?? '' }).catch((error) => {
      if (error instanceof Refusal && error.kind.code === identityErrors.linkExpired.code) return null
      throw error
    })
    return { invitation }
  },
  submit: ({ ctx, query, form }) =>
    runForm(ctx, form, async () => {
      const { first_name = '', last_name = '', loginid = '', password = '', confirmPassword = '' } = form.values
      const input = { first_name, last_name, loginid, password, confirmPassword }
      const result = await acceptInvitation.run(ctx, { token: query.token ?? '', ...input })
      return finishSignIn(ctx, result, pathTo('/dashboard'))
    }),
  view: ({ invitation }, input) => (invitation ? <Accept invitation={invitation} {...input} /> : <InvitationGone />),
})

function InvitationGone() {
  const t = useTexts(messages)
  return (
    <AccountCard title={t('title')}>
      <Alert variant="attention">{t('gone')}</Alert>
    </AccountCard>
  )
}

function Accept({ invitation, form, locale }: ViewInput & { invitation: Invitation }) {
  const t = useTexts(messages)
  const a = useTexts(accountTexts)
  const { organization_name, first_name, last_name, email, manager_ind, auditor_ind } = invitation
  const errorOf = (name: string) => (form.errors[name] === undefined ? {} : { error: form.errors[name] })
  return (
    <AccountCard
      title={t('title')}
      lead={t(auditor_ind ? 'auditor' : manager_ind ? 'manager' : 'lead', { organization_name })}
      message={form.message}
    >
      <form method="post" className="grid gap-4">
        <TextField
          {...field(form, 'first_name', first_name)}
          label={a('firstName')}
          autoComplete="given-name"
          required
        />
        <LastNameField
          {...field(form, 'last_name', last_name)}
          label={a('lastName')}
          autoComplete="family-name"
          required
        />
        <TextField
          {...field(form, 'loginid', email)}
          label={a('username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <NewPassword
          name="password"
          label={a('password')}
          hint={localize(locale, passwordRule)}
          {...errorOf('password')}
        />
        <PasswordInForm
          name="confirmPassword"
          label={a('confirmPassword')}
          autoComplete="new-password"
          required
          {...errorOf('confirmPassword')}
        />
        <BusySubmit label={t('accept')} busyLabel={t('accepting')} />
      </form>
    </AccountCard>
  )
}
