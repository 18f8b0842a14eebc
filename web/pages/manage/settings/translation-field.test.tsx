// @vitest-environment happy-dom
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Locale } from '#platform/texts.ts'
import { LocaleContext } from '#platform/ui/locale.tsx'
import TranslationField from './translation-field.island.tsx'

let unmount: () => void
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
})
afterEach(() => {
  act(() => unmount())
  document.body.replaceChildren()
})

function show(props: object, locale: Locale = 'en-us') {
  document.body.innerHTML = '<form></form>'
  const root = createRoot(document.querySelector('form')!)
  unmount = () => root.unmount()
  const field = { name: 'words.fr-ca', label: 'Français', language: 'fr-ca', initial: '', ...props }
  act(() =>
    root.render(createElement(LocaleContext, { value: locale }, createElement(TranslationField, field as never))),
  )
}
function type(text: string) {
  const area = document.querySelector('textarea')!
  act(() => {
    area.value = text
    area.dispatchEvent(new InputEvent('input', { bubbles: true }))
  })
}
const pageText = () => document.body.textContent
const invalidMark = () => document.querySelector('textarea')!.getAttribute('aria-invalid')

test('a missing placeholder is reported during typing, until it is there', () => {
  show({ english: 'Hello {name}' })
  expect(pageText()).toContain('0 of 80 characters')
  type('Bonjour')
  expect(pageText()).toContain('Keep exactly these placeholders: {name}.')
  expect(invalidMark()).toBe('true')
  type('Bonjour {name}')
  expect(pageText()).not.toContain('placeholders')
  expect(pageText()).toContain('14 of 80 characters')
  expect(invalidMark()).not.toBe('true')
})

test("errors in plural forms, markup, lines and length are reported in the page's language", () => {
  show({ english: '{n} tasks', initial: '{n} tâches' }, 'es-es')
  type('{n, plural, one {{n} tâche}}')
  expect(pageText()).toContain('Escriba para {n} exactamente estas formas del plural: one, other.')
  type('{n, plural, one {{n} tâche} other {{n} tâches}}')
  expect(pageText()).not.toContain('plural')
  type('<b>{n}</b>')
  expect(pageText()).toContain('sin etiquetas HTML')
  type('{n}\ntâches')
  expect(pageText()).toContain('una sola línea')
  type(`{n} ${'x'.repeat(80)}`)
  expect(pageText()).toContain('Acorte este texto a 80 caracteres.')
  expect(pageText()).toContain('84 de 80 caracteres')
})

test('a server error stays until the next input, and an empty field is valid', () => {
  show({ english: 'Hello {name}', initial: 'Bonjour', error: 'Not that.' })
  expect(pageText()).toContain('Not that.')
  type('')
  expect(pageText()).not.toContain('Not that.')
  expect(invalidMark()).not.toBe('true')
})
