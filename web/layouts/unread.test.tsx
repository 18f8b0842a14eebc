// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { status } from '#modules/support/tickets/status-rules.shared.ts'
import { fakeApi } from '#platform/testing/fake-api.ts'
import { forgetPage } from '#platform/ui/shared.tsx'

const api = fakeApi()
vi.mock('#platform/ui/live.ts', () => ({ useLive: () => 'live' }))
const { default: ChatBubble } = await import('#modules/support/chat/chat-bubble.island.tsx')
const { default: Bell } = await import('./bell.island.tsx')
const { default: TabTitle } = await import('./tab-title.island.tsx')

/** A ticket that is unread until the server has marked it as read. */
let unread: number
let isRefused: boolean
const row = (chat_thread_id: number) => ({
  issue_id: chat_thread_id,
  chat_thread_id,
  issue_name: `Ticket ${chat_thread_id}`,
  lk_issue_status_id: status.active,
  lastMessage: '',
  lastMessageDate: '2026-11-24T12:00:00.000Z',
  unread_ind: 1,
})
const thread = {
  ...row(7),
  lk_issue_category_id: 1,
  assigned_entity_id: 0,
  side: 'reporter',
  chatMessageThread: [],
  last_sequence: 0,
  read_by_others: 0,
  channel: 'ticket:7',
  notice: { answer: '', hours: '', closed: '' },
}

beforeEach(() => {
  unread = 2
  isRefused = false
  document.title = '(3) Dashboard | Waypost'
  api.answer = ({ path, method }) => {
    if (path === '/api/support/searchTicket')
      return { body: { data: [row(7), row(8)], totalPages: 1, totalTickets: 2, totalUnread: 2 } }
    if (path === '/api/chat/recent' && method === 'GET') return { body: { data: [] } }
    if (path === '/api/support/fetchTicketChatHistory') return { body: { data: [thread] } }
    if (path === '/api/chat/chatHead') return { body: { data: { unread } } }
    if (path !== '/api/support/messageRead') return { body: { data: {} } }
    if (isRefused) return { status: 403, body: { error: true, code: 'FORBIDDEN', message: 'No.' } }
    unread -= 1
    return { body: { data: { last_read: 1 } } }
  }
})
afterEach(() => {
  cleanup()
  forgetPage()
})

const links = { all: '/notifications', support: '/support' }
const news = [{ notification_id: 1, text: 'Your certificate is ready.', href: '/dashboard' }]

/** The bubble, the bell and the title of one page, each a separate island. */
function show() {
  render(
    <>
      <Bell notifications={1} list={news} tickets={2} {...links} />
      <TabTitle notifications={1} tickets={2} />
      <ChatBubble unread={2} canWrite inHeader={false} />
    </>,
  )
}
const bubble = () => document.querySelector('[data-press]')?.textContent ?? ''
const bell = () => document.querySelector('[popovertarget=bell]')!.textContent
async function readTicket() {
  fireEvent.click(document.querySelector('[data-press]')!)
  fireEvent.click(await screen.findByText('Ticket 7'))
  await waitFor(() => expect(api.sent('/support/messageRead')).toHaveLength(1))
}

test("reading a ticket lowers the count of the bubble, the bell and the tab's title together", async () => {
  show()
  expect([bell(), document.title]).toEqual(['Notifications, 3 new3', '(3) Dashboard | Waypost'])
  expect(bubble()).toContain('2 unread')
  await readTicket()
  await waitFor(() => expect(bell()).toBe('Notifications, 2 new2'))
  expect(document.title).toBe('(2) Dashboard | Waypost')
  expect(screen.getByText('Unread tickets: 1')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Minimize' }))
  expect(bubble()).toContain('1 unread')
})

test('a ticket that the server does not mark as read changes no count', async () => {
  isRefused = true
  show()
  await readTicket()
  fireEvent.click(screen.getByRole('button', { name: 'Minimize' }))
  expect(bubble()).toContain('2 unread')
  expect([bell(), document.title]).toEqual(['Notifications, 3 new3', '(3) Dashboard | Waypost'])
})

test('the title is plain and the bell has no number if nothing is unread', async () => {
  unread = 0
  render(
    <>
      <Bell notifications={0} list={[]} tickets={1} {...links} />
      <TabTitle notifications={0} tickets={1} />
      <ChatBubble unread={1} canWrite inHeader={false} />
    </>,
  )
  expect(document.title).toBe('(1) Dashboard | Waypost')
  // The number is requested again once the chat is minimized.
  fireEvent.click(document.querySelector('[data-press]')!)
  await screen.findByText('Ticket 7')
  fireEvent.click(screen.getByRole('button', { name: 'Minimize' }))
  await waitFor(() => expect([bell(), document.title]).toEqual(['Notifications', 'Dashboard | Waypost']))
  expect(screen.getByText('You have no new notifications.')).toBeTruthy()
})
