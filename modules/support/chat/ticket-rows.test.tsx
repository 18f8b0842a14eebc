// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { encodeMessage } from '#modules/support/tickets/encoding.shared.ts'
import { status } from '#modules/support/tickets/status-rules.shared.ts'
import { fakeApi } from '#platform/testing/fake-api.ts'
import type { Hint, Liveness } from '#platform/ui/live.ts'
import type { TicketListRow } from './ticket-link.shared.tsx'

const api = fakeApi()
let hear: (hint: Hint) => void = () => {}
vi.mock('#platform/ui/live.ts', () => ({
  useLive(_channels: readonly string[], _refresh: () => void, onHint: (hint: Hint) => void): Liveness {
    hear = onHint
    return 'live'
  },
}))
const { default: LiveTicketRows } = await import('./ticket-rows.island.tsx')
const counted = { total: 3, unread: 3 }

afterEach(cleanup)

const now = new Date('2026-11-24T14:30:00.000Z')

const row = (chat_thread_id: number, overrides: object = {}) =>
  ({
    issue_id: chat_thread_id,
    chat_thread_id,
    lk_issue_status_id: status.awaiting,
    lastMessage: encodeMessage('The video stops'),
    lastMessageDate: '2026-11-24T12:00:00.000Z',
    last_sequence: 1,
    name: 'Ana Smith',
    category_name: 'Technical',
    unread_ind: 1,
    ...overrides,
  }) as unknown as TicketListRow

test('the row of the open ticket is updated live, and changes of others are announced above the list', async () => {
  const reply = { lk_issue_status_id: status.active, lastMessage: encodeMessage('Try again'), unread_ind: 0 }
  api.answer = ({ path }) => ({ body: path.includes('History') ? { data: [row(7, reply)] } : { channels: [] } })
  render(
    <LiveTicketRows
      {...counted}
      rows={[row(7), row(8)]}
      page={1}
      staff
      current={7}
      filters={{}}
      now={now}
      href="/support/7"
    />,
  )
  const [open, other] = screen.getAllByRole('listitem')
  act(() => hear({ type: 'typing', chat_thread_id: 7 } as Hint))
  expect(within(open!).getByText('The video stops')).toBeTruthy()
  expect(api.sent('/support/fetchTicketChatHistory')).toEqual([])
  act(() => hear({ type: 'message', chat_thread_id: 7 } as Hint))
  await waitFor(() => expect(open!.textContent).toContain('Try again'))
  expect(open!.textContent).toContain('Active')
  expect(open!.textContent).not.toContain('Unread')
  expect(other!.textContent).toContain('The video stops')
  expect(screen.getByRole('status').textContent).toBe('')
})

test('a change of another ticket moves its row, and a ticket that no longer matches leaves the list', async () => {
  const movedRow = row(9, { lastMessage: encodeMessage('I am back'), last_sequence: 4 })
  api.answer = ({ path }) => ({
    body: path.includes('searchTicket')
      ? { data: [movedRow, row(7)], totalPages: 1, totalTickets: 2, totalUnread: 1 }
      : { channels: [], data: { unread: 2 } },
  })
  render(
    <LiveTicketRows
      {...counted}
      rows={[row(7), row(8), row(9)]}
      page={1}
      staff
      current={7}
      filters={{ open_ind: '1' }}
      now={now}
      href="/support/7"
    />,
  )
  act(() => hear({ type: 'message', chat_thread_id: 9 } as Hint))
  act(() => hear({ type: 'status', chat_thread_id: 8 } as Hint))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/support/9?open_ind=1',
    '/support/7?open_ind=1',
  ])
  expect(screen.getAllByRole('listitem')[0]!.textContent).toContain('I am back')
  expect(screen.getByText('2 Tickets, 1 Unread')).toBeTruthy()
  // Both hints together loaded the list once, with its filters, and the unread count of the tab.
  expect(api.sent('/support/searchTicket')).toHaveLength(1)
  await waitFor(() => expect(api.sent('/chat/chatHead')).toHaveLength(1))
})

test('a list that could not be loaded announces that there are changes', async () => {
  api.answer = ({ path }) => (path.includes('searchTicket') ? { status: 500, body: {} } : { body: { channels: [] } })
  render(
    <LiveTicketRows
      {...counted}
      rows={[row(7), row(8)]}
      page={1}
      staff
      current={7}
      filters={{}}
      now={now}
      href="/support/7"
    />,
  )
  act(() => hear({ type: 'message', chat_thread_id: 8 } as Hint))
  await waitFor(() =>
    expect(within(screen.getByRole('status')).getByRole('link').getAttribute('href')).toBe('/support/7'),
  )
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
})
