// @vitest-environment happy-dom
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { encodeMessage } from '#modules/support/tickets/encoding.shared.ts'
import { status } from '#modules/support/tickets/status-rules.shared.ts'
import { fakeApi } from '#platform/testing/fake-api.ts'
import type { Hint, Liveness } from '#platform/ui/live.ts'
import type { Thread } from './use-thread.ts'

const api = fakeApi()
let hear: (hint: Hint) => void = () => {}
vi.mock('#platform/ui/live.ts', () => ({
  useLive(_channels: readonly string[], _refresh: () => void, onHint: (hint: Hint) => void): Liveness {
    hear = onHint
    return 'live'
  },
}))
const { ThreadView } = await import('./thread-view.tsx')

afterEach(cleanup)

const thread = {
  chat_thread_id: 7,
  lk_issue_status_id: status.awaiting,
  lk_issue_category_id: 1,
  assigned_entity_id: 0,
  side: 'staff',
  chatMessageThread: [],
  last_sequence: 0,
  read_by_others: 0,
  unread_ind: 0,
  notice: { answer: '', hours: '', closed: '' },
} as unknown as Thread

test('the status above a thread is updated live', async () => {
  api.answer = () => ({ body: { channels: [], data: [{ ...thread, lk_issue_status_id: status.active }] } })
  render(<ThreadView first={thread} staff="Ana" canWrite={false} />)
  const [statusLine] = screen.getAllByRole('status')
  expect(within(statusLine!).getByText('Awaiting Assignment')).toBeTruthy()
  act(() => hear({ type: 'message', chat_thread_id: 8 } as Hint))
  expect(within(statusLine!).getByText('Awaiting Assignment')).toBeTruthy()
  act(() => hear({ type: 'message', chat_thread_id: 7 } as Hint))
  expect(await within(statusLine!).findByText('Active')).toBeTruthy()
})

const message = (sequence: number, text: string, overrides: object = {}) => ({
  sequence,
  message: encodeMessage(text),
  updated_at: '2026-11-24T12:00:00.000Z',
  senderInfo: { first_name: 'System', last_name: '' },
  is_system: false,
  side: 'reporter',
  url: null,
  client_id: `c${sequence}`,
  ...overrides,
})

test("loads earlier messages above, links web addresses, and shows the school's name on its messages", async () => {
  const first = {
    ...thread,
    school: 'Sunshine Driving',
    chatMessageThread: [message(201, 'See https://example.com/help.'), message(202, 'x', { is_system: true })],
  } as unknown as Thread
  api.answer = () => ({
    body: { channels: [], data: [{ ...first, chatMessageThread: [message(1, 'The first one')] }] },
  })
  render(<ThreadView first={first} staff={null} canWrite={false} />)
  expect(screen.getByRole('link', { name: 'https://example.com/help' }).getAttribute('rel')).toContain('noopener')
  expect(screen.getByText('Sunshine Driving')).toBeTruthy()
  act(() => screen.getByRole('button', { name: 'Earlier messages' }).click())
  expect(await screen.findByText('The first one')).toBeTruthy()
  expect(api.calls.map(({ query }) => query.get('before'))).toContain('201')
  expect(screen.queryByRole('button', { name: 'Earlier messages' })).toBeNull()
})

test('a ticket that opened automatically stays unread until its reader uses it', async () => {
  const first = {
    ...thread,
    unread_ind: 1,
    last_sequence: 1,
    chatMessageThread: [message(1, 'Hello')],
  } as unknown as Thread
  api.answer = () => ({ body: { channels: [], data: { unread: 1, last_read: 1 } } })
  render(<ThreadView first={first} opened={false} staff="Ana" canWrite={false} />)
  await vi.waitFor(() => expect(api.sent('/chat/chatHead').length).toBeGreaterThan(0))
  expect(api.sent('/support/messageRead')).toEqual([])
  act(() => void screen.getByText('Hello').dispatchEvent(new Event('pointerdown', { bubbles: true })))
  await vi.waitFor(() => expect(api.sent('/support/messageRead')).toHaveLength(1))
})
