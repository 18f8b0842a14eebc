// @vitest-environment happy-dom
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LocaleContext } from '#platform/ui/locale.tsx'
import Shortcuts from './shortcuts.island.tsx'

let unmount: () => void
let openedThreads: string[]

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  localStorage.clear()
  openedThreads = []
  vi.spyOn(location, 'assign').mockImplementation((to) => void openedThreads.push(String(to)))
  // There is no layout here, so everything counts as visible.
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as never)
})
afterEach(() => {
  act(() => unmount())
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

function show(html: string, locale: 'en-us' | 'es-es' = 'en-us') {
  document.body.innerHTML = `${html}<div id="island"></div>`
  for (const link of document.querySelectorAll('a'))
    link.addEventListener('click', (event) => {
      event.preventDefault()
      openedThreads.push(link.id)
    })
  const root = createRoot(document.querySelector('#island')!)
  unmount = () => root.unmount()
  act(() => root.render(createElement(LocaleContext, { value: locale }, createElement(Shortcuts as never))))
}
const press = (key: string, from: Element = document.body, more: KeyboardEventInit = {}) =>
  act(() => from.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })))
const focused = () => document.activeElement?.id
const helpIsOpen = () => document.querySelector('dialog')!.open

const list = ['a', 'b', 'c'].map((id) => `<a data-ticket="" id="${id}" href="/support/${id}">${id}</a>`).join('')
const beside = list.replace('id="b"', 'id="b" aria-current="page"')
const desk = `<input type="search" name="search" id="search">${beside}
  <form><select name="status" id="status"><option value="2"></option><option value="3"></option></select>
  <button type="submit" id="change"></button></form><form><textarea name="message" id="message"></textarea></form>`

test('j and k select a ticket of the list and stop at its ends', () => {
  show(list)
  for (const [key, at] of [
    ['j', 'a'],
    ['j', 'b'],
    ['j', 'c'],
    ['j', 'c'],
    ['k', 'b'],
    ['k', 'a'],
    ['k', 'a'],
  ] as const) {
    press(key)
    expect(focused()).toBe(at)
  }
  expect(openedThreads).toEqual([])
})

test('j and k open the neighbors of an open ticket', () => {
  show(desk)
  press('j')
  press('k')
  expect(openedThreads).toEqual(['c', 'a'])
})

test('r replies, e selects Resolved without saving, / searches', () => {
  show(desk)
  const submitted = vi.fn((event: Event) => event.preventDefault())
  document.addEventListener('submit', submitted)
  press('r')
  expect(focused()).toBe('message')
  ;(document.activeElement as HTMLElement).blur()
  press('e')
  expect([focused(), document.querySelector<HTMLSelectElement>('#status')!.value]).toEqual(['change', '3'])
  expect(submitted).not.toHaveBeenCalled()
  press('/')
  expect(focused()).toBe('search')
  document.removeEventListener('submit', submitted)
})

test('pressing / opens it if there is no list, and unused keys are left to the browser', () => {
  show('')
  press('/')
  expect(openedThreads).toEqual(['/support?view=list'])
  const event = new KeyboardEvent('keydown', { key: 'r', bubbles: true, cancelable: true })
  act(() => document.body.dispatchEvent(event))
  expect(event.defaultPrevented).toBe(false)
})

test('keys do nothing while typing, with Ctrl, or when turned off', () => {
  show(desk)
  for (const id of ['message', 'search', 'status']) press('j', document.querySelector(`#${id}`)!)
  press('j', document.body, { ctrlKey: true })
  press('j', document.body, { metaKey: true })
  press('j', document.body, { isComposing: true })
  expect(openedThreads).toEqual([])
  press('?')
  expect(helpIsOpen()).toBe(true)
  press('j')
  expect(openedThreads).toEqual([])
  act(() => document.querySelector<HTMLInputElement>('dialog input[type=checkbox]')!.click())
  act(() => document.querySelector<HTMLButtonElement>('dialog button')!.click())
  expect(helpIsOpen()).toBe(false)
  press('j')
  press('?')
  expect([openedThreads, helpIsOpen(), localStorage.getItem('support.shortcuts')]).toEqual([[], false, 'off'])
})

test('the list of shortcuts is available as text, in Spanish too', () => {
  show(desk, 'es-es')
  act(() =>
    [...document.querySelectorAll('button')].find((button) => button.textContent === 'Atajos de teclado')!.click(),
  )
  const { textContent } = document.querySelector('dialog')!
  for (const part of ['Solicitud siguiente', 'Elegir “Resuelta”; Enter confirma', 'Usar atajos de teclado'])
    expect(textContent).toContain(part)
})
