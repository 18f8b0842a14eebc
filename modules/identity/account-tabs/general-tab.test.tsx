// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AccountContext } from '#modules/identity/account/account-context.shared.ts'
import { canAll, sampleDetails } from '#modules/identity/account/user-details.fixture.ts'
import { profileOptions } from '#modules/identity/profile/form/profile-options.shared.ts'
import { fakeApi } from '#platform/testing/fake-api.ts'
import { freshForm } from '#platform/web/form.ts'

const place = { kind: 'student', user_id: 5, own: false } as const
const api = fakeApi()
const { default: GeneralTab } = await import('./general-tab.island.tsx')
const { default: OwnGeneral } = await import('#modules/identity/profile/form/own-general.island.tsx')

beforeEach(() => {
  api.answer = ({ path }) => ({ body: path.startsWith('/api/user/5') ? sampleDetails : { valid: true } })
  document.body.innerHTML = ''
})
afterEach(cleanup)

const field = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`)!
const save = () => fireEvent.submit(document.querySelector('form')!)
const saves = () => api.calls.filter(({ path }) => path.startsWith('/api/user/saveUserInformation'))

test('sends the form with the record it was filled from, and confirms the save', async () => {
  api.answer = ({ method }) => ({ body: method === 'PUT' ? { data: { user_id: 5 }, warning: null } : sampleDetails })
  render(<GeneralTab place={place} first={sampleDetails} />)
  fireEvent.input(field('first_name'), { target: { value: 'Samuel' } })
  expect(screen.getByText('You have unsaved changes.')).toBeTruthy()
  save()
  expect(await screen.findByText('✓ Saved')).toBeTruthy()
  const [fakeCall] = saves()
  expect(fakeCall!.body).toMatchObject({ user_id: 5, updated_at: sampleDetails.data.user.updated_at })
  expect(fakeCall!.body!.profile).toMatchObject({ first_name: 'Samuel', last_name: 'Marsh' })
})

test('shows a refusal at its field with focus, and keeps the typed text', async () => {
  api.answer = () => ({
    status: 400,
    body: {
      error: true,
      code: 'INVALID',
      message: 'Please, correct all errors.',
      issues: [{ path: 'contacts.1.phone_number', message: 'Please add a valid phone number.' }],
    },
  })
  render(<GeneralTab place={place} first={sampleDetails} />)
  fireEvent.input(field('phone_number_1'), { target: { value: '(407) 55' } })
  save()
  expect(await screen.findByText('Please add a valid phone number.')).toBeTruthy()
  const input = field('phone_number_1')
  // The focus moves once the message is on the page.
  await waitFor(() => expect(document.activeElement).toBe(input))
  expect(input.value).toBe('(407) 55')
})

test('a profile changed by someone else is not overwritten and can be reloaded', async () => {
  const newer = structuredClone(sampleDetails)
  newer.data.user.first_name = 'Samantha'
  newer.data.user.updated_at = '2026-02-02T03:04:05.000Z'
  api.answer = ({ method }) =>
    method === 'PUT' ? { status: 409, body: { error: true, code: 'CONFLICT', message: 'Changed.' } } : { body: newer }
  render(<GeneralTab place={place} first={sampleDetails} />)
  save()
  fireEvent.click(await screen.findByText('Load latest version'))
  await waitFor(() => expect(field('first_name').value).toBe('Samantha'))
  expect(screen.queryByText('Load latest version')).toBeNull()
})

test('the profile is read-only without the permission, with an explanation', () => {
  const can = { ...canAll, update: { allowed: false, reason: 'You can view this profile but not change it.' } }
  render(<GeneralTab place={place} first={{ ...sampleDetails, can }} />)
  expect(screen.getByText('You can view this profile but not change it.')).toBeTruthy()
  expect(field('first_name').matches('fieldset:disabled *')).toBe(true)
  expect(screen.queryByText('Save')).toBeNull()
})

test('a new name replaces the former one everywhere on the page immediately', async () => {
  document.title = 'Sam Marsh · Sunshine'
  document.body.innerHTML = '<h1><span data-name-of="5">Sam Marsh</span></h1><b data-name-of="6">Sam Marsh</b>'
  api.answer = ({ method }) => ({ body: method === 'PUT' ? { data: { user_id: 5 }, warning: null } : sampleDetails })
  render(<GeneralTab place={place} first={sampleDetails} />)
  fireEvent.input(field('first_name'), { target: { value: 'Samuel' } })
  save()
  expect(await screen.findByText('Samuel Marsh')).toBeTruthy()
  expect(document.title).toBe('Samuel Marsh · Sunshine')
  expect(document.querySelector('[data-name-of="6"]')!.textContent).toBe('Sam Marsh')
})

test("changing one's own email address asks for the password, and then saves", async () => {
  let proved = false
  api.answer = ({ path, method }) => {
    if (path === '/api/user/prove') {
      proved = true
      return { body: {} }
    }
    if (method !== 'PUT') return { body: path.startsWith('/api/user/5') ? sampleDetails : { valid: true } }
    if (proved) return { body: { data: { user_id: 5 }, warning: null } }
    return { status: 403, body: { error: true, code: 'PROOF_NEEDED', message: 'Who are you?', ways: ['password'] } }
  }
  render(<OwnGeneral first={sampleDetails} options={profileOptions('en-us')} refused={freshForm} />)
  fireEvent.input(field('email'), { target: { value: 'sam.new@example.com' } })
  save()
  const password = await screen.findByLabelText(/^Password/)
  expect(saves()).toHaveLength(1)
  fireEvent.input(password, { target: { value: 'My-Password-77!' } })
  fireEvent.submit(password.closest('form')!)
  expect(await screen.findByText('✓ Saved')).toBeTruthy()
  expect(api.calls.find(({ path }) => path === '/api/user/prove')?.body).toEqual({ password: 'My-Password-77!' })
  expect(saves().at(-1)!.body!.profile).toMatchObject({ email: 'sam.new@example.com' })
  expect(document.querySelector('dialog')).toBeNull()
})

test('the email address is unchanged without a proof, and the typed text stays', async () => {
  const refusal = { error: true, code: 'PROOF_NEEDED', message: 'Please prove who you are.', ways: ['password'] }
  api.answer = ({ method }) => (method === 'PUT' ? { status: 403, body: refusal } : { body: { valid: true } })
  render(<OwnGeneral first={sampleDetails} options={profileOptions('en-us')} refused={freshForm} />)
  fireEvent.input(field('email'), { target: { value: 'sam.new@example.com' } })
  save()
  fireEvent.click(await screen.findByLabelText('Close'))
  expect(await screen.findByText('Please prove who you are.')).toBeTruthy()
  expect(saves()).toHaveLength(1)
  expect(field('email').value).toBe('sam.new@example.com')
})

test('reports a taken username during typing, after a pause', async () => {
  api.answer = () => ({ body: { valid: false } })
  render(<GeneralTab place={place} first={sampleDetails} />)
  fireEvent.input(field('email'), { target: { value: 'taken@example.com' } })
  expect(await screen.findByText('Username is already in use.')).toBeTruthy()
  expect(screen.getByText('You will share this email with another account.')).toBeTruthy()
  expect(api.calls.map(({ path }) => path).sort()).toEqual([
    '/api/user/searchValidEmail',
    '/api/user/searchValidLoginID',
  ])
})

test('finds the organization of a new person by part of its name, and sends it with the person', async () => {
  const data = [
    { organization_id: 1, code: 'SUN', name: 'Sunshine' },
    { organization_id: 2, code: 'LAK', name: 'Lakeside' },
  ]
  api.answer = ({ path, method }) => {
    if (method === 'POST' && path.startsWith('/api/user/student'))
      return { body: { data: { user_id: 9 }, warning: null } }
    return { body: path.startsWith('/api/user/organizations') ? { data } : { valid: true } }
  }
  const created = vi.fn()
  render(
    <AccountContext value={{ changed: () => {}, created }}>
      <GeneralTab place={{ ...place, user_id: null }} first={null} />
    </AccountContext>,
  )
  const organization = await screen.findByRole<HTMLInputElement>('combobox', { name: /^Organization/ })
  expect([organization.value, field('organization_id').value]).toEqual(['Sunshine (SUN)', '1'])
  organization.focus()
  fireEvent.input(organization, { target: { value: 'lak' }, inputType: 'insertText' })
  fireEvent.click(await screen.findByRole('option', { name: /Lakeside/ }))
  await waitFor(() => expect(field('organization_id').value).toBe('2'))
  save()
  await waitFor(() => expect(created).toHaveBeenCalledWith({ ...place, user_id: 9 }))
  expect(api.calls.find(({ method }) => method === 'POST')!.body).toMatchObject({ organization_id: 2 })
})
