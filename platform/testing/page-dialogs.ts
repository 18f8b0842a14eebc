import { act } from 'react'
import { expect } from 'vitest'

/** The open dialog of the island in `#here`, if there is one, and whether it says something. */
export const dialog = () => document.querySelector('#here dialog')
export const says = (text: string) => dialog()?.textContent?.includes(text)

/** Lets islands work until what is wanted is there, four seconds at most. */
export async function settle(wanted: () => unknown): Promise<void> {
  for (let waits = 0; waits < 200 && !wanted(); waits += 1)
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  expect(wanted()).toBeTruthy()
}

/** Presses the link at this place of the page, from 0, and waits for what it opens. */
export async function openDialog(at: number, opened = () => document.querySelector('dialog form')): Promise<void> {
  await act(async () => document.querySelectorAll('a')[at]!.click())
  await settle(opened)
}
