// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { type Pool, Pools } from './question-pools.tsx'

afterEach(cleanup)
const banks = [{ course_question_bank_id: 4, name: 'Signs', counts: { 2: 30, 6: 10 } }]

function Edited({ first, onPools }: { first: Pool; onPools: (pools: readonly Pool[]) => void }) {
  const [pools, setPools] = useState<readonly Pool[]>([first])
  const change = (changedPools: Pool[]) => {
    setPools(changedPools)
    onPools(changedPools)
  }
  return <Pools pools={pools} banks={banks} onChange={change} />
}

test.each([
  ['all' as const, '40', { count: 40, max: 40 }],
  ['all' as const, '99', { count: 40, max: 40 }],
  [2, '25', { count: 25, max: 25 }],
  [6, '4', { count: 4, max: 10 }],
  // The stored limit of an earlier release stays.
  [8, '9', { count: 9, max: 10 }],
])('a pool of type %s draws as many questions as its bank has: %s', (lk_question_type_id, text, expected) => {
  let storedPools: readonly Pool[] = []
  const first = { course_question_bank_id: 4, lk_question_type_id, count: 1, max: 10 }
  render(
    <Edited
      first={first}
      onPools={(pools) => {
        storedPools = pools
      }}
    />,
  )
  fireEvent.change(screen.getByLabelText('Number of questions'), { target: { value: text } })
  expect(storedPools).toEqual([{ ...first, ...expected }])
})
