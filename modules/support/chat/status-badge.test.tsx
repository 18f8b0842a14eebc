// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { status } from '../tickets/status-rules.shared.ts'
import { showStatus } from './shown-status.ts'
import StatusBadge from './status-badge.island.tsx'

afterEach(cleanup)

test('the status above a thread follows the thread, and not another one', () => {
  render(<StatusBadge chat_thread_id={7} first={status.awaiting} />)
  act(() => showStatus(8, status.resolved))
  expect(screen.getByText('Awaiting Assignment')).toBeTruthy()
  act(() => showStatus(7, status.active))
  expect(screen.getByText('Active')).toBeTruthy()
})

test('a badge that is drawn late shows what the thread has said already', () => {
  showStatus(9, status.resolved)
  render(<StatusBadge chat_thread_id={9} first={status.open} />)
  expect(screen.getByText('Resolved')).toBeTruthy()
})
