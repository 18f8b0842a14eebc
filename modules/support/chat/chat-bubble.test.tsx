// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { status } from '#modules/support/tickets/status-rules.shared.ts'
import { fakeApi } from '#platform/testing/fake-api.ts'
import { forgetDraftsOfOthers } from '#platform/ui/draft.ts'
import { forgetPage } from '#platform/ui/shared.tsx'

const api = fakeApi()
vi.mock('#platform/ui/live.ts', () => ({ useLive: () => 'live' }))
const { default: ChatBubble } = await import('./chat-bubble.island.tsx')

const row = (chat_thread_id: number, issue_name: string) => ({
  issue_id: chat_thread_id,
  chat_thread_id,
  issue_name,
  lk_issue_status_id: status.active,
  lastMessage: '',
  lastMessageDate: '2026-11-24T12:00:00.000Z',
  unread_ind: 0,
})
const rows = [row(7, 'Video'), row(8, 'Payment')]
const thread = (chat_thread_id: number) => ({
  ...row(chat_thread_id, ''),
  lk_issue_category_id: 1,
  assigned_entity_id: 0,
  side: 'reporter',
  chatMessageThread: [],
  last_sequence: 0,
  read_by_others: 0,
  channel: `ticket:${chat_thread_id}`,
  notice: { answer: '', hours: '', closed: '' },
})
const categories = {
  data: [{ lk_issue_category_id: 2, category_name: 'Usual' }],
  courses: [],
  notice: { hours: '', closed: null },
}

beforeEach(() => {
  sessionStorage.clear()
  document.documentElement.dataset.person = '3'
  api.answer = ({ path, query, method }) => {
    if (path === '/api/support/searchTicket')
      return { body: { data: rows, totalPages: 1, totalTickets: 2, totalUnread: 0 } }
    if (path === '/api/chat/recent' && method === 'GET') return { body: { data: rows } }
    if (path === '/api/support/categories') return { body: categories }
    if (path === '/api/support/fetchTicketChatHistory')
      return { body: { data: [thread(Number(query.get('chat_thread_id')))] } }
    return { body: { data: {} } }
  }
})
afterEach(() => {
  cleanup()
  forgetPage()
})

async function openChat() {
  render(<ChatBubble unread={0} canWrite inHeader={false} />)
  fireEvent.click(screen.getByRole('link'))
  await screen.findByText('Payment')
}
const openTicket = async (name: string) => {
  fireEvent.click((await screen.findAllByText(name))[0]!)
  return screen.findByRole<HTMLTextAreaElement>('textbox')
}
/** The content of the field once the draft has been restored. */
async function textAt(name: string) {
  await openTicket(name)
  await act(async () => {})
  return screen.getByRole<HTMLTextAreaElement>('textbox').value
}
const goBack = () => act(async () => screen.getByRole('button', { name: 'Back to the list' }).click())

test('the strip of recent tickets appears once, however many tickets were opened', async () => {
  await openChat()
  for (const name of ['Video', 'Payment', 'Video', 'Payment']) {
    await openTicket(name)
    await goBack()
  }
  await openTicket('Video')
  await waitFor(() => expect(screen.getAllByRole('list', { name: 'Recent tickets' })).toHaveLength(1))
})

test('restores a draft reply for its ticket and author', async () => {
  await openChat()
  fireEvent.change(await openTicket('Video'), { target: { value: 'It stops at' } })
  await goBack()
  expect(await textAt('Payment')).toBe('')
  await goBack()
  expect(await textAt('Video')).toBe('It stops at')
  cleanup()
  document.documentElement.dataset.person = '4'
  await openChat()
  expect(await textAt('Video')).toBe('')
})

test('restores a draft ticket, and signing out clears all drafts', async () => {
  await openChat()
  const create = () => fireEvent.click(screen.getByRole('button', { name: 'Create Ticket' }))
  create()
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'My card' } })
  await goBack()
  create()
  await waitFor(() => expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('My card'))
  sessionStorage.setItem('upsell', '1')
  delete document.documentElement.dataset.person
  forgetDraftsOfOthers()
  expect(Object.keys(sessionStorage)).toEqual(['upsell'])
})

test('the icon in a header stays next to the open chat, and closes it', async () => {
  render(<ChatBubble unread={0} canWrite inHeader />)
  const icon = screen.getByRole('link', { name: 'Chat with support' })
  fireEvent.click(icon)
  await screen.findByText('Payment')
  expect(icon.getAttribute('aria-expanded')).toBe('true')
  fireEvent.click(icon)
  expect(screen.queryByText('Payment')).toBeNull()
  expect(document.activeElement).toBe(icon)
})

test('an open chat is open again on the next page at its ticket, without taking the focus, until it is minimized', async () => {
  const nextPage = async () => {
    cleanup()
    forgetPage()
    render(<ChatBubble unread={0} canWrite inHeader={false} />)
    await act(async () => {})
  }
  await openChat()
  fireEvent.change(await openTicket('Payment'), { target: { value: 'Half a' } })
  await nextPage()
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox')
  await waitFor(() => expect(field.value).toBe('Half a'))
  expect(document.activeElement).toBe(document.body)
  fireEvent.click(screen.getByRole('button', { name: 'Minimize' }))
  await nextPage()
  expect(screen.queryByRole('textbox')).toBeNull()
  fireEvent.click(screen.getByRole('link'))
  await screen.findByText('Video')
  document.documentElement.dataset.person = '4'
  await nextPage()
  expect(screen.queryByText('Video')).toBeNull()
})
