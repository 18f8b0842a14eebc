import { useAtomValue } from 'jotai'
import { act, createElement } from 'react'
import { expect } from 'vitest'
import { gridChanges } from '#platform/grid/grid-changes.shared.ts'
import { island } from '#platform/ui/island.tsx'
import { shared } from '#platform/ui/shared.tsx'

/** The open dialog of the island in `#here`, and whether it contains a text. */
export const dialog = () => document.querySelector('#here dialog')
export const dialogContains = (text: string) => dialog()?.textContent?.includes(text)

/** Lets islands work until the condition holds, four seconds at most. */
export async function settle(condition: () => unknown): Promise<void> {
  for (let waits = 0; waits < 200 && !condition(); waits += 1)
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  expect(condition()).toBeTruthy()
}

/** Clicks the link at this index of the page and waits for the dialog. */
export async function openDialog(index: number, isOpen = () => document.querySelector('dialog form')): Promise<void> {
  await act(async () => document.querySelectorAll('a')[index]!.click())
  await settle(isOpen)
}

/** A list on the same page as a separate island: it shows how often it must read its rows again. */
export const GridReadCounter = island('platform/list-beside', { when: 'load', shares: shared() }, () =>
  createElement('output', { hidden: true }, useAtomValue(gridChanges)),
)
export const listReads = (): number => Number(document.querySelector('output')?.textContent)
