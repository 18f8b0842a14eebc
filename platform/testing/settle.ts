import { act } from 'react'
import { expect } from 'vitest'

/** Lets islands work until what is wanted is there, four seconds at most. */
export async function settle(wanted: () => unknown): Promise<void> {
  for (let waits = 0; waits < 200 && !wanted(); waits += 1)
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  expect(wanted()).toBeTruthy()
}
