// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeApi } from '#platform/testing/fake-api.ts'

const api = fakeApi()
const { default: LicenseTab } = await import('./license-tab.island.tsx')

const none = { license_number: null, number_end: null, lk_state_id: null, license_class: null }
const license = { ...none, asks_class: false, updates: true }
const ownAccount = { kind: 'student', user_id: 5, own: true } as const
const staff = { ...ownAccount, own: false } as const

beforeEach(() => {
  api.answer = () => ({ body: { error: false, license } })
})
afterEach(cleanup)

const field = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`)!
const save = () => fireEvent.submit(document.querySelector('form')!)
const bodies = () => api.calls.filter(({ method }) => method === 'POST').map(({ body }) => body)

test('empty fields are named, and what is on file is not removed by them', async () => {
  const first = { error: false as const, license: { ...license, license_number: 'D123456789012', lk_state_id: 10 } }
  render(<LicenseTab place={ownAccount} first={first} />)
  fireEvent.input(field('license_number'), { target: { value: '' } })
  fireEvent.change(field('lk_state_id'), { target: { value: '' } })
  save()
  expect(await screen.findByText('Enter the number as it stands on the license.')).toBeTruthy()
  expect(screen.getByText('Choose a state from the list.')).toBeTruthy()
  expect(bodies()).toEqual([])
})

test('staff change the state and leave the number, whose end alone they see', async () => {
  const first = { error: false as const, license: { ...license, number_end: '012', lk_state_id: 10 } }
  render(<LicenseTab place={staff} first={first} />)
  fireEvent.change(field('lk_state_id'), { target: { value: '11' } })
  save()
  await waitFor(() => expect(bodies()).toEqual([{ user_id: 5, lk_state_id: 11 }]))
})

test('a removal asks first, and empties all parts', async () => {
  const first = { error: false as const, license: { ...license, license_number: 'D123456789012', lk_state_id: 10 } }
  render(<LicenseTab place={ownAccount} first={first} />)
  fireEvent.click(screen.getByRole('button', { name: 'Remove license' }))
  expect(bodies()).toEqual([])
  const buttons = await screen.findAllByRole('button', { name: 'Remove license' })
  fireEvent.click(buttons.at(-1)!)
  await waitFor(() =>
    expect(bodies()).toEqual([{ user_id: 5, license_number: null, lk_state_id: null, license_class: null }]),
  )
})

test('the class list says that the classes of states are not confirmed, only where a class is asked', () => {
  const words = /We have not confirmed the classes of each state/
  const asking = { error: false as const, license: { ...license, asks_class: true } }
  render(<LicenseTab place={ownAccount} first={asking} />)
  expect(screen.getByText(words)).toBeTruthy()
  cleanup()
  const response = { error: false as const, license }
  render(<LicenseTab place={ownAccount} first={response} />)
  expect(screen.queryByText(words)).toBeNull()
})
