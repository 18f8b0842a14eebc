import { chatTexts } from '#modules/support/chat/chat.texts.ts'
import { lk_issue_status } from '#modules/support/lookups.shared.ts'
import { decodeMessage, encodeMessage } from '#modules/support/tickets/encoding.shared.ts'
import { statusTone } from '#modules/support/tickets/status-tone.shared.ts'
import { requestTranscriptAsVisitor } from '#modules/support/transcript/request-transcript.ts'
import { answerAsVisitor, fetchVisitorTicket, joinVisitorTicket } from '#modules/support/visitor/visitor-ticket.ts'
import { label } from '#platform/lookups.ts'
import { pathTo } from '#platform/path-to.ts'
import { anyone } from '#platform/permissions.ts'
import { texts } from '#platform/texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { Card } from '#platform/ui/card.tsx'
import { TextareaField } from '#platform/ui/field.tsx'
import { useLocale, useShowInstant, useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { type FormState, field } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { PublicLayout } from '#web/layouts/public.tsx'

const messages = texts({
  title: ['Your conversation with support', 'Su conversación con soporte'],
  join: ['Add to my account', 'Agregar a mi cuenta'],
})

type Ticket = Awaited<ReturnType<typeof fetchVisitorTicket.run>>['data']

/** A visitor's ticket, opened by the link in its emails. The link opens nothing else. */
export default page({
  address: '/support/visitor/:token',
  title: messages.title,
  may: anyone,
  layout: PublicLayout,
  referrer: 'none',
  load: async ({ ctx, params }) => ({
    ticket: (await fetchVisitorTicket.run(ctx, { token: params.token })).data,
    school: ctx.organization.name,
  }),
  async submit({ ctx, params, url, form: { values } }) {
    const { token } = params
    if (values.action === 'join') {
      const { data, message = '' } = await joinVisitorTicket.run(ctx, { token })
      return redirect(pathTo('/support/:id', { id: data.chat_thread_id }), {
        flash: { kind: 'success', text: message },
      })
    }
    if (values.action === 'transcript') {
      const { message = '' } = await requestTranscriptAsVisitor.run(ctx, { token })
      return redirect(url.pathname, { flash: { kind: 'success', text: message } })
    }
    await answerAsVisitor.run(ctx, { token, message: encodeMessage(values.message ?? '') })
    return redirect(url.pathname)
  },
  view: (data, { form }) => <Conversation {...data} form={form} />,
})

function Conversation({ ticket, school, form }: { ticket: Ticket; school: string; form: FormState }) {
  const t = useTexts(messages)
  const c = useTexts(chatTexts)
  const locale = useLocale()
  const showInstant = useShowInstant()
  const badge = (
    <Badge tone={statusTone(ticket.lk_issue_status_id)}>
      {label(lk_issue_status, ticket.lk_issue_status_id, locale)}
    </Badge>
  )
  return (
    <div className="mx-auto max-w-2xl">
      <PageTitle lead={ticket.issue_name} actions={badge}>
        {t('title')}
      </PageTitle>
      {ticket.mine && (
        <form method="post" className="mb-4">
          <input type="hidden" name="action" value="join" />
          <Button type="submit" variant="outline">
            {t('join')}
          </Button>
        </form>
      )}
      <Card>
        <ol aria-label={c('thread')} className="mb-4 grid gap-4">
          {ticket.chatMessageThread.map((message) => (
            <li key={message.sequence}>
              <p className="text-sm text-muted-foreground">
                {message.is_system ? school : `${message.senderInfo.first_name} ${message.senderInfo.last_name}`} ·{' '}
                <time dateTime={message.updated_at}>{showInstant(message.updated_at)}</time>
              </p>
              <p className="break-words whitespace-pre-wrap">{decodeMessage(message.message)}</p>
              {message.url && <TextLink href={message.url}>{c('viewImage')}</TextLink>}
            </li>
          ))}
        </ol>
        <FormAlert message={form.message} />
        <form method="post" className="grid gap-3">
          <TextareaField label={c('message')} {...field(form, 'message')} required rows={4} maxLength={5_000} />
          <Button type="submit">{c('send')}</Button>
        </form>
      </Card>
      <form method="post" className="mt-4">
        <input type="hidden" name="action" value="transcript" />
        <Button type="submit" variant="link" size="sm" className="-ml-3">
          {c('transcript')}
        </Button>
      </form>
    </div>
  )
}
