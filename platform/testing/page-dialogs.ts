import { act } from 'react'
import { expect } from 'vitest'

/** The open dialog of the island in `#here`, and whether it contains a text. */
export const dialog = () => document.querySelector('#here dialog')
export const says = (text: string) => dialog()?.textContent?.includes(text)

/** Lets islands work until the condition holds, four seconds at most. */
export async function settle(wanted: () => unknown): Promise<void> {
  for (let waits = 0; waits < 200 && !wanted(); waits += 1)
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  expect(wanted()).toBeTruthy()
}

/** Clicks the link at this index of the page and waits for the dialog. */
export async function openDialog(at: number, opened = () => document.querySelector('dialog form')): Promise<void> {
  await act(async () => document.querySelectorAll('a')[at]!.click())
  await settle(opened)
}
