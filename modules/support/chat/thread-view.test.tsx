// @vitest-environment happy-dom
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
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
  render(<ThreadView first={thread} staff="Ana" writes={false} />)
  const [statusLine] = screen.getAllByRole('status')
  expect(within(statusLine!).getByText('Awaiting Assignment')).toBeTruthy()
  act(() => hear({ type: 'message', chat_thread_id: 8 } as Hint))
  expect(within(statusLine!).getByText('Awaiting Assignment')).toBeTruthy()
  act(() => hear({ type: 'message', chat_thread_id: 7 } as Hint))
  expect(await within(statusLine!).findByText('Active')).toBeTruthy()
})
