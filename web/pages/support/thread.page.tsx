import { chatTexts } from '#modules/support/chat/chat.texts.ts'
import { openTicket } from '#modules/support/chat/chat-head.ts'
import { applyRemedy, canWorkOnTickets, findThread, isRemedy, readContext } from '#modules/support/entry.ts'
import { listAssigneesOf, reassignTicket } from '#modules/support/handling/reassign-ticket.ts'
import { sendMessage } from '#modules/support/handling/send-message.ts'
import { rateTicket, setStatus } from '#modules/support/handling/set-status.ts'
import { storeChatImage } from '#modules/support/messages/chat-image.ts'
import { fetchTicketChatHistory, type Thread } from '#modules/support/messages/fetch-history.ts'
import { addNote, fetchNotes } from '#modules/support/notes/notes.ts'
import { selectCallerName } from '#modules/support/realtime/tokens.ts'
import { fetchSavedReplies } from '#modules/support/replies/saved-replies.ts'
import { encodeMessage } from '#modules/support/tickets/encoding.shared.ts'
import { listTicketCourses, readQuery, searchTicket } from '#modules/support/tickets/search-ticket.ts'
import { requestTranscript } from '#modules/support/transcript/request-transcript.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import { holds, signedIn, userOf } from '#platform/permissions.ts'
import { isViewing } from '#platform/viewing.ts'
import type { SentForm } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { SupportLayout, supportFrame } from './support-layout.tsx'
import { ThreadPage } from './thread-view.tsx'
import { filtersOf } from './ticket-list.tsx'

/** One ticket; the address names its thread, or its issue. */
export default page({
  address: '/support/:id{[0-9]{1,9}}',
  title: chatTexts.center,
  may: signedIn,
  layout: SupportLayout,
  swap: supportFrame,
  // Large enough for a message with an image, for browsers without scripts.
  max_form: 11 * 1024 * 1024,
  async load({ ctx, params, query, url }) {
    const id = Number(params.id)
    const chat_thread_id = await findThread(ctx, id)
    if (chat_thread_id !== id)
      return redirect(pathTo('/support/:id', { id: chat_thread_id }, { query: url.searchParams }))
    // The first ticket of the list opens beside it automatically; it counts as read once someone opens it themselves.
    const isThreadOpen = query.from !== 'list'
    if (isThreadOpen) await openTicket(ctx, chat_thread_id)
    const staff = canWorkOnTickets(ctx)
    const [{ data }, list, courses] = await Promise.all([
      fetchTicketChatHistory.run(ctx, { chat_thread_id }),
      searchTicket.run(ctx, readQuery({ ...filtersOf(query), page: query.page })),
      listTicketCourses(ctx),
    ])
    const thread = data[0]!
    return {
      thread,
      opened: isThreadOpen,
      list,
      courses,
      query: { ...filtersOf(query), page: query.page },
      staff,
      callerId: userOf(ctx).user_id,
      client_id: crypto.randomUUID() as string,
      now: ctx.now,
      name: thread.side === 'staff' ? await selectCallerName(ctx) : null,
      canWrite: !isViewing(ctx.actor) && (thread.side === 'reporter' || holds(ctx.actor, 'MANAGE_SUPPORT:UPDATE')),
      beside:
        thread.side === 'staff' && holds(ctx.actor, 'MANAGE_SUPPORT:UPDATE') ? await loadBeside(ctx, thread) : null,
    }
  },
  async submit({ ctx, params, url, form }) {
    const { message, to = url.pathname } = await act(ctx, Number(params.id), form)
    return redirect(to + url.search, message ? { flash: { kind: 'success', text: message } } : undefined)
  },
  view: (data, { form }) => <ThreadPage {...data} form={form} />,
})

async function loadBeside(ctx: Ctx, { chat_thread_id }: Thread) {
  const [notes, replies, context, assignees] = await Promise.all([
    fetchNotes.run(ctx, { chat_thread_id }),
    fetchSavedReplies.run(ctx, {}),
    readContext(ctx, chat_thread_id),
    listAssigneesOf(ctx, chat_thread_id),
  ])
  const request_id: string = crypto.randomUUID()
  return { notes: notes.data, replies: replies.data, context, assignees, request_id }
}

/** Handles the page's forms. */
async function act(ctx: Ctx, chat_thread_id: number, form: SentForm): Promise<{ message?: string; to?: string }> {
  const {
    action,
    message = '',
    status = '',
    stars = '',
    comment = '',
    note = '',
    assigned_entity_id = '',
    request_id = '',
    client_id = '',
  } = form.values
  if (action === 'status') return setStatus.run(ctx, { chat_thread_id, lk_issue_status_id: Number(status) })
  if (action === 'assign')
    return reassignTicket.run(ctx, { chat_thread_id, assigned_entity_id: Number(assigned_entity_id) })
  if (action === 'rate') return rateTicket.run(ctx, { chat_thread_id, stars: Number(stars), comment })
  if (action === 'transcript') return requestTranscript.run(ctx, { chat_thread_id, request_id: request_id || null })
  if (action === 'note') return addNote.run(ctx, { chat_thread_id, note, request_id: request_id || null })
  if (isRemedy(action))
    return { message: await applyRemedy(ctx, { chat_thread_id, kind: action, values: form.values }) }
  const image = form.file('image')
  const chat_attachment_id = image ? await storeChatImage(ctx, new Uint8Array(await image.arrayBuffer())) : null
  const { data } = await sendMessage.run(ctx, {
    chat_thread_id,
    message: encodeMessage(message),
    chat_attachment_id,
    client_id: client_id || null,
  })
  return { to: pathTo('/support/:id', { id: data.chat_thread_id }) }
}
