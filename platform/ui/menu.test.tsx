// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { Menu, MenuItem } from './menu.tsx'

const edit = vi.fn()
const remove = vi.fn()

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

const tree = (
  <Menu label="⋯" aria-label="Actions of Sunshine">
    <MenuItem onClick={edit}>Edit</MenuItem>
    <MenuItem onClick={edit} disabled>
      Copy
    </MenuItem>
    <MenuItem onClick={remove} danger>
      Remove
    </MenuItem>
  </Menu>
)

const opener = () => screen.getByRole('button', { name: 'Actions of Sunshine', hidden: true })
const focused = () => document.activeElement?.textContent
const key = (name: string) => fireEvent.keyDown(document.activeElement!, { key: name })
async function open() {
  render(tree)
  opener().focus()
  key('ArrowDown')
  await waitFor(() => expect(focused()).toBe('Edit'))
}

test('a button announces its menu and whether it is open', async () => {
  render(tree)
  expect(opener().getAttribute('aria-haspopup')).toBe('menu')
  expect(opener().getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(opener())
  await waitFor(() => expect(opener().getAttribute('aria-expanded')).toBe('true'))
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Edit', 'Copy', 'Remove'])
  expect(screen.getByRole('menu').getAttribute('aria-labelledby')).toBe(opener().id)
})

test('arrows, End and first letters move between the actions, and Enter runs one', async () => {
  await open()
  key('End')
  await waitFor(() => expect(focused()).toBe('Remove'))
  key('ArrowDown')
  await waitFor(() => expect(focused()).toBe('Edit'))
  key('r')
  await waitFor(() => expect(focused()).toBe('Remove'))
  key('Enter')
  await waitFor(() => expect(remove).toHaveBeenCalledOnce())
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(edit).not.toHaveBeenCalled()
})

test('Escape closes the menu and returns the focus to its button', async () => {
  await open()
  key('Escape')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(opener()))
})

test('an action that is disabled does nothing', async () => {
  await open()
  const copy = screen.getByRole('menuitem', { name: 'Copy' })
  expect(copy.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(copy)
  expect(edit).not.toHaveBeenCalled()
})

test('the server renders the button only', () => {
  const html = renderToString(tree)
  expect(html).toContain('aria-haspopup="menu"')
  expect(html).not.toContain('Edit')
  expect(html).not.toContain('style=')
})
