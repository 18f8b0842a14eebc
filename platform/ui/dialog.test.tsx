// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Dialog } from './dialog.tsx'

afterEach(cleanup)

function open(guarded?: boolean) {
  const onClose = vi.fn()
  render(
    <Dialog open onClose={onClose} title="Note" {...(guarded === false && { guarded })}>
      <input aria-label="Text" />
      <input aria-label="Find" type="search" />
    </Dialog>,
  )
  const type = (name: string) => fireEvent.input(screen.getByLabelText(name), { target: { value: 'half' } })
  const close = () => fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[0]!)
  return { onClose, type, close }
}

test('a dialog with typed text asks before it closes, and keeps the text', () => {
  const { onClose, type, close } = open()
  type('Text')
  close()
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Keep editing' }))
  expect(screen.queryByText('Discard what you entered?')).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Text').value).toBe('half')
  fireEvent(document.querySelector('dialog')!, new Event('cancel', { cancelable: true }))
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('a dialog closes without asking if nothing is typed, after a search, or if it has its own confirmation', () => {
  const untouched = open()
  untouched.close()
  expect(untouched.onClose).toHaveBeenCalledTimes(1)
  cleanup()
  const searched = open()
  searched.type('Find')
  searched.close()
  expect(searched.onClose).toHaveBeenCalledTimes(1)
  cleanup()
  const dialog = open(false)
  dialog.type('Text')
  dialog.close()
  expect(dialog.onClose).toHaveBeenCalledTimes(1)
})
