// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { roleNames } from './role-names.shared.ts'

// Parts that are loaded when they are needed take their time on a busy machine.
configure({ asyncUtilTimeout: 15_000 })

type Call = { path: string; method: string; body: Record<string, unknown> | null }
let calls: Call[]
let answer: (call: Call) => { status?: number; body: object } | Promise<{ status?: number; body: object }>

vi.stubGlobal('fetch', async (request: Request) => {
  const text = await request.text()
  const { pathname } = new URL(request.url)
  const call = { path: pathname, method: request.method, body: text ? JSON.parse(text) : null }
  calls.push(call)
  const { status = 200, body } = await answer(call)
  return Response.json(body, { status })
})
// The client of the API takes the fetch that is there when it is loaded.
const { default: DocumentsTab } = await import('./documents-tab.island.tsx')
const { default: LinkedTab } = await import('./linked-tab.island.tsx')
const { default: NotesTab } = await import('./notes-tab.island.tsx')
const { default: TheirFactorsTab } = await import('./their-factors-tab.island.tsx')
const { default: InviteInstructor } = await import('../invitations/invite-instructor.island.tsx')

beforeEach(() => {
  calls = []
  answer = () => ({ body: {} })
})
afterEach(cleanup)

const sent = (path: string) => calls.filter((call) => call.path === `/api${path}`).map(({ body }) => body)
const refused = (code: string, message: string, more = {}) => ({ error: true, code, message, ...more })
const type = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } })

/** What stands in the dialog that is open. */
const asked = () => within(document.querySelector<HTMLElement>('dialog[open]')!)

const own = { kind: 'student', user_id: 5, own: true } as const
const other = { ...{ first_name: 'Ida', last_name: 'Marsh', email: 'ida@example.com' }, role: 'Student' }
const linked = { ...other, organization_name: 'Sunshine', related_user_id: 6, user_id: 6 }
const links = (data: (typeof linked)[]) => ({
  to: { data, hiddenAccountCount: 0 },
  from: { user: [], hiddenAccountCount: 0 },
})
const showLinks = (data: (typeof linked)[]) =>
  render(<LinkedTab place={own} first={links(data)} roles={roleNames('en-us')} />)

test('an account is linked through the dialog, which asks for the code of its app and keeps what was typed', async () => {
  answer = ({ path, body }) => {
    if (path !== '/api/user/addAccount') return { body: { data: [linked], hiddenAccountCount: 0 } }
    if (body!.code) return { body: { data: { user: { related_user_id: 6 } } } }
    return { status: 422, body: refused('CODE_NEEDED', 'Enter the code of the other account.') }
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
  expect(sent('/user/addAccount')).toEqual([first, { ...first, code: '123456' }])
  expect(document.querySelector('dialog[open]')).toBeNull()
})

test('a password of the other account that is wrong is said in the dialog, which stays', async () => {
  answer = () => ({ status: 422, body: refused('INVALID_CREDENTIALS', 'Invalid Credentials.') })
  showLinks([])
  fireEvent.click(screen.getByText('Link Account'))
  type('Email of the other account', 'ida@example.com')
  fireEvent.submit(document.querySelector<HTMLInputElement>('input[name=password]')!.form!)
  expect(await screen.findByText('Invalid Credentials.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Email of the other account').value).toBe('ida@example.com')
})

test('switching says its two steps and goes to the dashboard of the other account', async () => {
  const went = vi.spyOn(location, 'assign').mockImplementation(() => {})
  let let_in = (_answer: { body: object }) => {}
  answer = () => new Promise((resolve) => (let_in = resolve))
  showLinks([linked])
  fireEvent.click(screen.getByRole('button', { name: 'Switch to Ida Marsh' }))
  expect(await screen.findByText('Switching Accounts..')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Switch to Ida Marsh' }).disabled).toBe(true)
  let_in({ body: { token: 'x' } })
  expect(await screen.findByText('Refreshing UI..')).toBeTruthy()
  expect(sent('/user/switchAccount')).toEqual([{ userId: 6 }])
  expect(went).toHaveBeenCalledWith('/dashboard')
  went.mockRestore()
})

test('a switch that is refused says why and can be tried again', async () => {
  const went = vi.spyOn(location, 'assign').mockImplementation(() => {})
  answer = () => ({ status: 404, body: refused('NOT_FOUND', 'Page Not Found') })
  showLinks([linked])
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Switch to Ida Marsh' })
  fireEvent.click(button)
  await waitFor(() => expect(sent('/user/switchAccount')).toHaveLength(1))
  await waitFor(() => expect(button.disabled).toBe(false))
  expect(screen.queryByText('Switching Accounts..')).toBeNull()
  expect(went).not.toHaveBeenCalled()
  went.mockRestore()
})

test('a link is removed once it was asked about', async () => {
  answer = ({ method }) => ({ body: method === 'POST' ? {} : { data: [], hiddenAccountCount: 0 } })
  showLinks([linked])
  fireEvent.click(screen.getByLabelText('Remove the link to Ida Marsh'))
  expect(sent('/user/disssociateLinkedAccount')).toEqual([])
  fireEvent.click(asked().getByText('Remove'))
  expect(await screen.findByText('No linked accounts.')).toBeTruthy()
  expect(sent('/user/disssociateLinkedAccount')).toEqual([
    { userId: 6, isDissociateAccountLinkedTo: false, user_id: 5 },
  ])
})

const note = { entity_note_id: 9, note: 'Called on Monday.', created_by_name: 'Ada Admin', created_at: '2026-02-03' }
const notes = (data: object[]) => ({ data }) as never
const theirs = { kind: 'student', user_id: 5, own: false } as const

test('a note is changed in place; cancelling leaves it as it was', async () => {
  const changed = { ...note, note: 'Called on Tuesday.', edited: true, can_edit: true }
  answer = ({ method }) => ({ body: method === 'POST' ? {} : { data: [changed] } })
  render(<NotesTab place={theirs} first={notes([{ ...note, edited: false, can_edit: true }])} />)
  fireEvent.click(screen.getByText('Edit'))
  type('Note', 'Something else')
  fireEvent.click(screen.getAllByText('Cancel')[0]!)
  expect(screen.getByText('Called on Monday.')).toBeTruthy()
  expect(calls).toEqual([])
  fireEvent.click(screen.getByText('Edit'))
  type('Note', 'Called on Tuesday.')
  fireEvent.submit(screen.getByLabelText<HTMLTextAreaElement>('Note').form!)
  expect(await screen.findByText('Called on Tuesday.')).toBeTruthy()
  expect(screen.getByText(/edited/)).toBeTruthy()
  expect(sent('/user/editEntityNotes')).toEqual([{ entity_note_id: 9, note: 'Called on Tuesday.' }])
})

test('a note is deleted once it was asked about; those of others offer neither', async () => {
  answer = ({ method }) => ({ body: method === 'POST' ? {} : { data: [] } })
  const foreign = { ...note, entity_note_id: 10, note: 'Mine alone.', edited: false, can_edit: false }
  render(<NotesTab place={theirs} first={notes([{ ...note, edited: false, can_edit: true }, foreign])} />)
  expect(screen.getAllByText('Edit')).toHaveLength(1)
  fireEvent.click(screen.getByLabelText('Delete the note from 02/03/2026'))
  expect(sent('/user/deleteEntityNotes')).toEqual([])
  fireEvent.click(asked().getByText('Delete'))
  expect(await screen.findByText('No notes yet.')).toBeTruthy()
  expect(sent('/user/deleteEntityNotes')).toEqual([{ entity_note_id: 9 }])
})

test('an upload that is stopped leaves nothing behind, says no error, and can be begun again', async () => {
  const requests: FakeRequest[] = []
  class FakeRequest extends EventTarget {
    upload = new EventTarget()
    constructor() {
      super()
      requests.push(this)
    }
    open() {}
    setRequestHeader() {}
    send() {}
    abort() {
      this.dispatchEvent(new Event('abort'))
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  const upload = { allowed: true, reason: null }
  const list = { data: [], accept: ['.png'], limit_bytes: 1_000_000, can: { upload } }
  render(<DocumentsTab place={own} first={list} />)
  const choose = () => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!
    Object.defineProperty(input, 'files', { value: [new File(['x'], 'proof.png', { type: 'image/png' })] })
    fireEvent.change(input)
  }
  choose()
  fireEvent.click(await screen.findByText('Stop'))
  await waitFor(() => expect(screen.queryByText('Uploading proof.png')).toBeNull())
  expect(screen.queryByText('Network Error: No Connection')).toBeNull()
  expect(calls).toEqual([])
  fireEvent.change(document.querySelector('input[type=file]')!)
  expect(await screen.findByText('Stop')).toBeTruthy()
  expect(requests).toHaveLength(2)
  vi.unstubAllGlobals()
})

test('the state of the second factors is read once for both of its panels', async () => {
  const state = { tfa_enabled: true, recovery_codes_left: 7, required: false, can_reset: true, passkeys: [] }
  answer = () => ({ body: state })
  render(<TheirFactorsTab place={theirs} first={null} />)
  expect(await screen.findByText('No passkeys yet.')).toBeTruthy()
  expect(screen.getByText('Recovery codes left: 7')).toBeTruthy()
  expect(calls.map(({ path }) => path)).toEqual(['/api/user/secondFactors'])
})

test('an instructor is invited above the list; what is open can be sent again and taken back', async () => {
  const invitation = {
    ...{ invitation_id: 3, email: 'tia@example.com', first_name: 'Tia', last_name: '', organization_code: 'AAA' },
    ...{ organization_name: 'Alpha', invited_by: 'Ada Admin', state: 'open', can_resend: true },
    ...{ created_at: '2026-02-03T00:00:00.000Z', expires_at: '2026-02-10T00:00:00.000Z' },
  }
  let invitations: object[] = []
  answer = ({ path }) => {
    if (path === '/api/user/invitation/instructor') invitations = [invitation]
    if (path === '/api/user/invitation/revoke') invitations = []
    return { body: path === '/api/user/invitation/fetch' ? { invitations } : { invitation_id: 3 } }
  }
  render(<InviteInstructor href="/manage/invitations" />)
  fireEvent.click(screen.getByRole('link', { name: 'Invite Instructor' }))
  expect(await screen.findByText('No open invitations.')).toBeTruthy()
  type('Email', 'tia@example.com')
  fireEvent.submit(screen.getByLabelText<HTMLInputElement>('Email').form!)
  const again = await screen.findByLabelText('Resend the invitation to tia@example.com')
  fireEvent.click(again)
  await waitFor(() => expect(sent('/user/invitation/resend')).toEqual([{ invitation_id: 3 }]))
  await waitFor(() => expect((again as HTMLButtonElement).disabled).toBe(false))
  fireEvent.click(screen.getByLabelText('Revoke the invitation to tia@example.com'))
  expect(await screen.findByText('No open invitations.')).toBeTruthy()
})
