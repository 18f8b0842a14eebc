// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { Combobox } from './combobox.tsx'
import { LocaleContext } from './locale.tsx'

const places = [
  { value: 1, label: 'Sunshine (SUN)' },
  { value: 2, label: 'Río Grande (RIO)' },
  { value: 3, label: 'Lakeside (LAK)' },
]

afterEach(cleanup)

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: /Organization|Organización/ })
const optionTexts = () => screen.queryAllByRole('option').map((option) => option.textContent)
const sent = (form: HTMLElement) => new FormData(form as HTMLFormElement).getAll('organization_id')
const key = (name: string) => fireEvent.keyDown(field(), { key: name })
const enter = (text: string) => fireEvent.input(field(), { target: { value: text }, inputType: 'insertText' })
async function type(text: string) {
  field().focus()
  enter(text)
  await waitFor(() => expect(field().getAttribute('aria-expanded')).toBe('true'))
}

function show(props: Partial<Parameters<typeof Combobox>[0]> = {}) {
  const { container } = render(
    <form>
      <Combobox name="organization_id" label="Organization" options={places} {...props} />
    </form>,
  )
  return container.querySelector('form')!
}

test('typing filters the options and highlights the first, Enter selects it', async () => {
  const onValueChange = vi.fn()
  const form = show({ onValueChange })
  expect(field().getAttribute('aria-expanded')).toBe('false')
  await type('rio')
  await waitFor(() => expect(optionTexts()).toEqual(['Río Grande (RIO)']))
  const option = screen.getByRole('option', { name: 'Río Grande (RIO)' })
  await waitFor(() => expect(field().getAttribute('aria-activedescendant')).toBe(option.id))
  expect(field().getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id)
  key('Enter')
  await waitFor(() => expect(field().getAttribute('aria-expanded')).toBe('false'))
  expect(field().value).toBe('Río Grande (RIO)')
  expect(sent(form)).toEqual(['2'])
  expect(onValueChange).toHaveBeenCalledWith([places[1]])
})

test('arrows open the list and move in it', async () => {
  show()
  field().focus()
  key('ArrowDown')
  await waitFor(() => expect(optionTexts()).toHaveLength(3))
  const pointed = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent
  await waitFor(() => expect(pointed()).toBe('Sunshine (SUN)'))
  key('ArrowDown')
  await waitFor(() => expect(pointed()).toBe('Río Grande (RIO)'))
  expect(document.activeElement).toBe(field())
})

test('shows that nothing matches', async () => {
  show()
  await type('zzz')
  expect(await screen.findByText('No results')).toBeTruthy()
})

test('Escape closes the list and keeps the selection', async () => {
  const form = show({ defaultValue: [places[0]!] })
  await type('lake')
  key('Escape')
  await waitFor(() => expect(field().getAttribute('aria-expanded')).toBe('false'))
  key('Escape')
  expect(sent(form)).toEqual(['1'])
})

test('a button clears an optional selection', async () => {
  const form = show({ defaultValue: [places[0]!] })
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
  await waitFor(() => expect(sent(form)).toEqual(['']))
  expect(field().value).toBe('')
})

test('a required field can be emptied while choosing, but not left empty', async () => {
  const form = show({ defaultValue: [places[0]!], required: true })
  expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
  enter('')
  expect(field().value).toBe('')
  fireEvent.blur(field())
  await waitFor(() => expect(field().value).toBe('Sunshine (SUN)'))
  expect(sent(form)).toEqual(['1'])
})

test('Enter selects the first match, and does not submit the form while the list is open', async () => {
  const form = show()
  await type('lake')
  await waitFor(() => expect(field().getAttribute('aria-activedescendant')).toBeTruthy())
  expect(key('Enter')).toBe(false)
  await waitFor(() => expect(sent(form)).toEqual(['3']))
  await type('zzz')
  expect(key('Enter')).toBe(false)
})

test('several selections are sent under one name, and can be removed one by one', async () => {
  const form = show({ multiple: true, defaultValue: [places[0]!] })
  await type('lake')
  await waitFor(() => expect(optionTexts()).toEqual(['Lakeside (LAK)']))
  fireEvent.click(screen.getByRole('option', { name: 'Lakeside (LAK)' }))
  await waitFor(() => expect(sent(form)).toEqual(['1', '3']))
  fireEvent.click(screen.getByRole('button', { name: 'Remove Sunshine (SUN)', hidden: true }))
  await waitFor(() => expect(sent(form)).toEqual(['3']))
})

test('a search shows its progress, and the results of the last input', async () => {
  const neverPromise = new Promise<typeof places>(() => {})
  const search = vi.fn((text: string, _signal: AbortSignal) =>
    text === 'Sun' ? neverPromise : Promise.resolve([places[2]!]),
  )
  show({ options: search })
  await type('Sun')
  expect(await screen.findByText('Searching…')).toBeTruthy()
  await waitFor(() => expect(search).toHaveBeenCalled())
  enter('Lake')
  expect(search.mock.calls[0]![1].aborted).toBe(true)
  await waitFor(() => expect(optionTexts()).toEqual(['Lakeside (LAK)']))
  expect(screen.queryByText('Searching…')).toBeNull()
})

test('a failed search shows the error and can be tried again', async () => {
  const search = vi.fn(async () => places)
  search.mockRejectedValueOnce(new Error('offline'))
  show({ options: search })
  await type('Sun')
  expect(await screen.findByText("We couldn't search.")).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(optionTexts()).toHaveLength(3))
})

test('label, hint and error belong to the field', () => {
  show({ hint: 'Where they learn', error: 'Choose one.' })
  const described = field().getAttribute('aria-describedby')!.split(' ')
  expect(described.map((id) => document.getElementById(id)!.textContent)).toEqual(['Where they learn', '!Choose one.'])
  expect(field().getAttribute('aria-invalid')).toBe('true')
})

test('the options in a dialog are rendered inside it, since the rest is inert', async () => {
  render(
    <dialog open>
      <Combobox name="organization_id" label="Organization" options={places} />
    </dialog>,
  )
  await type('lake')
  expect((await screen.findByRole('listbox')).matches('dialog *')).toBe(true)
})

test('is in Spanish on Spanish pages', async () => {
  render(
    <LocaleContext value="es-es">
      <Combobox name="organization_id" label="Organización" options={places} />
    </LocaleContext>,
  )
  await type('zzz')
  expect(await screen.findByText('Sin resultados')).toBeTruthy()
})

test('the server renders a closed field with its value and no style attribute', () => {
  const html = renderToString(
    <Combobox name="organization_id" label="Organization" options={places} defaultValue={[places[0]!]} />,
  )
  expect(html).not.toContain('style=')
  expect(html).toContain('<input type="hidden" name="organization_id" value="1"/>')
})
