// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fakeApi } from '#platform/testing/fake-api.ts'

const api = fakeApi()
const { default: TheirFactorsTab } = await import('./their-factors-tab.island.tsx')
afterEach(cleanup)

const student = { kind: 'student', user_id: 5, own: false } as const

test('reads the state of the second factors once for both panels', async () => {
  const state = { tfa_enabled: true, recovery_codes_left: 7, required: false, can_reset: true, passkeys: [] }
  api.answer = () => ({ body: state })
  render(<TheirFactorsTab place={student} first={null} />)
  expect(await screen.findByText('No passkeys yet.')).toBeTruthy()
  expect(screen.getByText('Recovery codes left: 7')).toBeTruthy()
  expect(api.calls.map(({ path }) => path)).toEqual(['/api/user/secondFactors'])
})
