// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ShortcutHelp } from './shortcut-help.tsx'
import { type Shortcut, useShortcuts } from './shortcuts.ts'

const down = vi.fn()
const palette = vi.fn()

function Keyed({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) {
  useShortcuts(title, shortcuts)
  return null
}
const list: Shortcut[] = [
  { key: 'j', label: 'Next row', run: () => down() },
  { key: 'mod+k', label: 'Go to', run: () => palette() },
]

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.resetAllMocks()
})

test('a key works on the page, but not during typing, with Ctrl or in a dialog', () => {
  render(
    <>
      <Keyed title="List" shortcuts={list} />
      <input aria-label="Name" />
      <input type="checkbox" aria-label="Row" />
      <p contentEditable suppressContentEditableWarning>
        Text
      </p>
    </>,
  )
  expect(fireEvent.keyDown(document.body, { key: 'j' })).toBe(false)
  expect(down).toHaveBeenCalledOnce()
  for (const input of [screen.getByLabelText('Name'), screen.getByText('Text')]) fireEvent.keyDown(input, { key: 'j' })
  fireEvent.keyDown(document.body, { key: 'j', ctrlKey: true })
  expect(down).toHaveBeenCalledOnce()
  fireEvent.keyDown(screen.getByLabelText('Row'), { key: 'j' })
  expect(down).toHaveBeenCalledTimes(2)
  document.body.append(Object.assign(document.createElement('dialog'), { open: true }))
  fireEvent.keyDown(document.body, { key: 'j' })
  expect(down).toHaveBeenCalledTimes(2)
  document.querySelector('body > dialog')?.remove()
})

test('Ctrl and Command with a letter work during typing, too', () => {
  render(
    <>
      <Keyed title="List" shortcuts={list} />
      <input aria-label="Name" />
    </>,
  )
  fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'k', ctrlKey: true })
  fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'K', metaKey: true })
  expect(palette).toHaveBeenCalledTimes(2)
})

test('the latest island handles a key first, and passes unused ones to the previous', () => {
  const later = vi.fn((): boolean => false)
  const { rerender } = render(
    <>
      <Keyed title="List" shortcuts={list} />
      <Keyed title="Panel" shortcuts={[{ key: 'j', label: 'Next record', run: later }]} />
    </>,
  )
  fireEvent.keyDown(document.body, { key: 'j' })
  expect([later.mock.calls.length, down.mock.calls.length]).toEqual([1, 1])
  later.mockReturnValue(true)
  fireEvent.keyDown(document.body, { key: 'j' })
  expect([later.mock.calls.length, down.mock.calls.length]).toEqual([2, 1])
  rerender(<Keyed title="List" shortcuts={list} />)
  fireEvent.keyDown(document.body, { key: 'j' })
  expect(down).toHaveBeenCalledTimes(2)
})

test('the help lists every key of the page, and turns those without Ctrl off and on', () => {
  render(
    <>
      <Keyed title="List" shortcuts={list} />
      <ShortcutHelp />
    </>,
  )
  fireEvent.keyDown(document.body, { key: '?' })
  expect(screen.getByText('Next row')).toBeTruthy()
  expect(screen.getByText('Go to').parentElement?.textContent).toContain('K')
  fireEvent.click(screen.getByLabelText('Use single-key shortcuts'))
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  fireEvent.keyDown(document.body, { key: 'j' })
  expect(down).not.toHaveBeenCalled()
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  expect(palette).toHaveBeenCalledOnce()
  fireEvent.click(screen.getByRole('button', { name: /Keyboard shortcuts/ }))
  fireEvent.click(screen.getByLabelText('Use single-key shortcuts'))
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  fireEvent.keyDown(document.body, { key: 'j' })
  expect(down).toHaveBeenCalledOnce()
})
