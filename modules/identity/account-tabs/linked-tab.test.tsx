// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { roleNames } from '#modules/identity/linked-accounts/role-names.shared.ts'
import { fakeApi } from '#platform/testing/fake-api.ts'

const api = fakeApi()
const { default: LinkedTab } = await import('./linked-tab.island.tsx')
afterEach(cleanup)

const refusal = (code: string, message: string) => ({ error: true, code, message })
const type = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } })

/** The text of the open dialog. */
const dialog = () => within(document.querySelector<HTMLElement>('dialog[open]')!)

const account = { kind: 'student', user_id: 5, own: true } as const
const other = {
  first_name: 'Ida',
  last_name: 'Marsh',
  email: 'ida@example.com',
  role: 'Student' as const,
  loginid: 'ida',
}
const linked = { ...other, organization_name: 'Sunshine', related_user_id: 6, user_id: 6 }
const links = (data: (typeof linked)[]) => ({
  to: { data, hiddenAccountCount: 0 },
  from: { user: [], hiddenAccountCount: 0 },
})
const showLinks = (data: (typeof linked)[]) =>
  render(<LinkedTab place={account} first={links(data)} roles={roleNames('en-us')} />)

test('links an account in a dialog that asks for the authenticator code and keeps the typed text', async () => {
  api.answer = ({ path, body }) => {
    if (path !== '/api/user/addAccount') return { body: { data: [linked], hiddenAccountCount: 0 } }
    if (body!.code) return { body: { data: { user: { related_user_id: 6 } } } }
    return { status: 422, body: refusal('CODE_NEEDED', 'Enter the code of the other account.') }
  }
  showLinks([])
  fireEvent.click(screen.getByText('Link Account'))
  type('Email of the other account', 'ida@example.com')
  const password = document.querySelector<HTMLInputElement>('input[name=password]')!
  fireEvent.input(password, { target: { value: 'Her-Password-77!' } })
  fireEvent.submit(password.form!)
  await waitFor(() => expect(document.querySelector('input[name=code]')).toBeTruthy())
  expect(password.value).toBe('Her-Password-77!')
  fireEvent.input(document.querySelector('input[name=code]')!, { target: { value: '123456' } })
  fireEvent.submit(password.form!)
  expect(await screen.findByText('Ida Marsh')).toBeTruthy()
  const first = { email: 'ida@example.com', password: 'Her-Password-77!', linkExistingAccount: true }
  expect(api.sent('/user/addAccount')).toEqual([first, { ...first, code: '123456' }])
  expect(document.querySelector('dialog[open]')).toBeNull()
})

test('shows a wrong password of the other account in the dialog, which stays open', async () => {
  api.answer = () => ({ status: 422, body: refusal('INVALID_CREDENTIALS', 'Invalid Credentials.') })
  showLinks([])
  fireEvent.click(screen.getByText('Link Account'))
  type('Email of the other account', 'ida@example.com')
  fireEvent.submit(document.querySelector<HTMLInputElement>('input[name=password]')!.form!)
  expect(await screen.findByText('Invalid Credentials.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Email of the other account').value).toBe('ida@example.com')
})

test("switching announces its two steps and opens the other account's dashboard", async () => {
  const went = vi.spyOn(location, 'assign').mockImplementation(() => {})
  onTestFinished(() => went.mockRestore())
  let let_in = (_answer: { body: object }) => {}
  api.answer = () => new Promise((resolve) => (let_in = resolve))
  showLinks([linked])
  fireEvent.click(screen.getByRole('button', { name: 'Switch to Ida Marsh' }))
  expect(await screen.findByText('Switching Accounts..')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Switch to Ida Marsh' }).disabled).toBe(true)
  let_in({ body: { token: 'x' } })
  expect(await screen.findByText('Refreshing UI..')).toBeTruthy()
  expect(api.sent('/user/switchAccount')).toEqual([{ userId: 6 }])
  expect(went).toHaveBeenCalledWith('/dashboard')
})

test('a refused switch shows the reason and can be tried again', async () => {
  const went = vi.spyOn(location, 'assign').mockImplementation(() => {})
  onTestFinished(() => went.mockRestore())
  api.answer = () => ({ status: 404, body: refusal('NOT_FOUND', 'Page Not Found') })
  showLinks([linked])
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Switch to Ida Marsh' })
  fireEvent.click(button)
  await waitFor(() => expect(api.sent('/user/switchAccount')).toHaveLength(1))
  await waitFor(() => expect(button.disabled).toBe(false))
  expect(screen.queryByText('Switching Accounts..')).toBeNull()
  expect(went).not.toHaveBeenCalled()
})

test('removes a link after confirmation', async () => {
  api.answer = ({ method }) => ({ body: method === 'POST' ? {} : { data: [], hiddenAccountCount: 0 } })
  showLinks([linked])
  fireEvent.click(screen.getByLabelText('Remove the link to Ida Marsh'))
  expect(api.sent('/user/disssociateLinkedAccount')).toEqual([])
  fireEvent.click(dialog().getByText('Remove'))
  expect(await screen.findByText('No linked accounts.')).toBeTruthy()
  expect(api.sent('/user/disssociateLinkedAccount')).toEqual([
    { userId: 6, isDissociateAccountLinkedTo: false, owner_user_id: 5 },
  ])
})
