// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fakeApi } from '#platform/testing/fake-api.ts'

const api = fakeApi()
const { default: InviteInstructor } = await import('./invite-instructor.island.tsx')
afterEach(cleanup)

const type = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } })

test('invites an instructor above the list; open invitations can be resent and withdrawn', async () => {
  const invitation = {
    invitation_id: 3,
    email: 'tia@example.com',
    first_name: 'Tia',
    last_name: '',
    organization_code: 'AAA',
    organization_name: 'Alpha',
    invited_by: 'Ada Admin',
    state: 'open',
    can_resend: true,
    created_at: '2026-02-03T00:00:00.000Z',
    expires_at: '2026-02-10T00:00:00.000Z',
  }
  let invitations: object[] = []
  api.answer = ({ path }) => {
    if (path === '/api/user/invitation/instructor') invitations = [invitation]
    if (path === '/api/user/invitation/revoke') invitations = []
    return { body: path === '/api/user/invitation/fetch' ? { invitations } : { invitation_id: 3 } }
  }
  render(<InviteInstructor href="/manage/invitations" />)
  fireEvent.click(screen.getByRole('link', { name: 'Invite Instructor' }))
  expect(await screen.findByText('No open invitations.')).toBeTruthy()
  type('Email', 'tia@example.com')
  fireEvent.submit(screen.getByLabelText<HTMLInputElement>('Email').form!)
  const secondHTMLElement = await screen.findByLabelText('Resend the invitation to tia@example.com')
  fireEvent.click(secondHTMLElement)
  await waitFor(() => expect(api.sent('/user/invitation/resend')).toEqual([{ invitation_id: 3 }]))
  await waitFor(() => expect((secondHTMLElement as HTMLButtonElement).disabled).toBe(false))
  fireEvent.click(screen.getByLabelText('Revoke the invitation to tia@example.com'))
  expect(await screen.findByText('No open invitations.')).toBeTruthy()
})
