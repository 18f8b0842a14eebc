import { fetchInvitations } from '#modules/identity/invitations/fetch-invitations.ts'
import Invitations from '#modules/identity/invitations/invitations.island.tsx'
import { invitationTexts } from '#modules/identity/invitations/invitations.texts.ts'
import { inviteInstructor, revokeInvitation } from '#modules/identity/invitations/invite-instructor.ts'
import { resendInvitation } from '#modules/identity/invitations/resend-invitation.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import { ofVisited, staff } from '#platform/permissions.ts'
import { localize, localText } from '#platform/texts.ts'
import { Card } from '#platform/ui/card.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import type { FormState, SentForm } from '#platform/web/form.ts'
import { type Frame, withCarriedParams } from '#platform/web/frame.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { settingsTexts } from '#web/pages/account/settings.texts.ts'

type OpenInvitations = Awaited<ReturnType<typeof fetchInvitations.run>>

/** Invitations of instructors: the content of the list's dialog, working without scripts. */
export default page({
  address: '/manage/invitations',
  title: invitationTexts.title,
  may: ofVisited(staff('MANAGE_INSTRUCTORS:CREATE')),
  layout: BackOfficeLayout,
  load: ({ ctx }) => fetchInvitations.run(ctx, {}),
  async submit({ ctx, form }) {
    const text = await performAction(ctx, form)
    return redirect(pathTo('/manage/invitations'), { flash: { kind: 'success', text } })
  },
  view: (data, { form, frame }) => <Page waiting={data} form={form} frame={frame} />,
})

/** Invites someone, or acts on an invitation (`revoke:17`). Returns the sentence that confirms it. */
async function performAction(ctx: Ctx, { values }: SentForm): Promise<string> {
  const [action, id] = (values.action ?? '').split(':')
  const { email = '', first_name = '', last_name = '' } = values
  if (action === 'resend') await resendInvitation.run(ctx, { invitation_id: id })
  else if (action === 'revoke') await revokeInvitation.run(ctx, { invitation_id: id })
  else await inviteInstructor.run(ctx, { email, first_name, last_name })
  const messageKey = action === 'resend' ? 'resent' : action === 'revoke' ? 'revoked' : 'sent'
  return localText(ctx.locale, invitationTexts, messageKey, { email })
}

function Page({ waiting, form, frame }: { waiting: OpenInvitations; form: FormState; frame: Frame }) {
  const t = useTexts(settingsTexts)
  const { values, errors, message } = form
  return (
    <>
      <p className="mb-1 text-sm">
        <TextLink href={withCarriedParams(frame, pathTo('/manage/instructors'))} alone>
          ‹ {t('instructor')}
        </TextLink>
      </p>
      <PageTitle>{localize(frame.locale, invitationTexts.title)}</PageTitle>
      <Card>
        <Invitations first={waiting} typed={{ values, errors, message }} />
      </Card>
    </>
  )
}
