// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { canAll, sampleDetails } from '#modules/identity/account/user-details.fixture.ts'
import { fakeApi } from '#platform/testing/fake-api.ts'

const api = fakeApi()
const { default: AccountModal } = await import('./account-modal.island.tsx')

beforeEach(() => {
  api.answer = ({ path }) => ({ body: path.startsWith('/api/user/5') ? sampleDetails : { valid: true } })
  document.body.innerHTML = '<a href="/manage/student/5/account">Edit Profile</a>'
})
afterEach(cleanup)

const field = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`)!

test('a link to an account opens it above the page; leaving with changes asks first', async () => {
  render(<AccountModal />)
  fireEvent.click(screen.getByText('Edit Profile'))
  await screen.findByText('Sam Marsh')
  await waitFor(() => expect(field('first_name')).toBeTruthy())
  fireEvent.input(field('first_name'), { target: { value: 'Samuel' } })
  fireEvent.click(screen.getAllByLabelText('Close')[0]!)
  expect(await screen.findByText('Your changes to Sam Marsh will be lost.')).toBeTruthy()
  fireEvent.click(screen.getByText('Leave'))
  await waitFor(() => expect(document.querySelector('dialog')).toBeNull())
  expect(document.activeElement?.textContent).toBe('Edit Profile')
})

test("a new person's other tabs are disabled until the person exists", async () => {
  document.body.innerHTML = '<a href="/manage/student/new/account">Add Student</a>'
  api.answer = () => ({ body: { data: [] } })
  render(<AccountModal />)
  fireEvent.click(document.querySelector('a')!)
  fireEvent.click(await screen.findByRole('link', { name: 'Documents' }))
  expect(await screen.findByText('Cannot access until user is created.')).toBeTruthy()
})

test('the link to charge a student is shown only to staff with the permission', async () => {
  const open = async (can: typeof canAll) => {
    api.answer = () => ({ body: { ...sampleDetails, can } })
    const view = render(<AccountModal />)
    fireEvent.click(document.querySelector('a[href="/manage/student/5/account"]')!)
    await screen.findByText('Copy User Link')
    const href = screen.queryByText('Charge')?.getAttribute('href')
    view.unmount()
    return href
  }
  expect(await open(canAll)).toBe('/manage/charge/5')
  expect(await open({ ...canAll, charge: { allowed: false, reason: 'No.' } })).toBeUndefined()
})
