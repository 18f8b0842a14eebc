// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { Editor } from '@tiptap/core'
import { afterEach, expect, test, vi } from 'vitest'
import type { RichDocument } from '#modules/catalogue/rich-text/document.ts'
import type { MediaPickerProps } from './editor.shared.ts'
import { RichTextEditor } from './rich-text-editor.tsx'

afterEach(cleanup)

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const initialDocument = { type: 'doc', content: [paragraph('Stop here')] }
const wait = { timeout: 15_000 }

test('the tools change the text, and the stored content is reported', { timeout: 30_000 }, async () => {
  const reports: RichDocument[] = []
  render(<RichTextEditor document={initialDocument} label="Lesson" onChange={(document) => reports.push(document)} />)
  expect(await screen.findByRole('textbox', { name: 'Lesson' }, wait)).toHaveProperty('textContent', 'Stop here')
  fireEvent.click(screen.getByRole('button', { name: 'Bulleted list' }))
  await waitFor(() => expect(reports.at(-1)?.content?.[0]?.type).toBe('bulletList'), wait)
  expect(screen.getByRole('button', { name: 'Bulleted list' }).getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(reports.at(-1)).toEqual(initialDocument), wait)
  fireEvent.change(screen.getByRole('combobox', { name: 'Text Styles..' }), { target: { value: 'h2' } })
  await waitFor(
    () => expect(reports.at(-1)?.content?.[0]).toMatchObject({ type: 'heading', attrs: { level: 2 } }),
    wait,
  )
})

test('reports the last input when the editor unmounts', { timeout: 30_000 }, async () => {
  const onChange = vi.fn()
  const { unmount } = render(<RichTextEditor document={initialDocument} label="Lesson" onChange={onChange} />)
  await screen.findByRole('textbox', { name: 'Lesson' }, wait)
  fireEvent.click(screen.getByRole('button', { name: 'Blockquote' }))
  unmount()
  expect(onChange).toHaveBeenCalledTimes(1)
})

test('adds http:// to a link, and refuses an invalid one', { timeout: 30_000 }, async () => {
  const onChange = vi.fn()
  render(<RichTextEditor document={initialDocument} label="Lesson" onChange={onChange} />)
  await screen.findByRole('textbox', { name: 'Lesson' }, wait)
  fireEvent.click(screen.getByRole('button', { name: 'Link' }))
  const field = screen.getByRole('textbox', { name: 'Enter URL' })
  fireEvent.change(field, { target: { value: 'javascript:alert(1)' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add Link' }))
  expect(screen.getByText('Enter a web address, such as example.com.')).toBeTruthy()
  fireEvent.change(field, { target: { value: 'example.com' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(JSON.stringify(onChange.mock.lastCall)).toContain('"href":"http://example.com/"'), wait)
})

test('inserts, places, resizes by keyboard and describes a medium from the library', {
  timeout: 30_000,
}, async () => {
  const onChange = vi.fn()
  const Picker = ({ onPick }: MediaPickerProps) => (
    <button type="button" onClick={() => onPick({ component: 'image', src: '/media/7/a.png', attachment_id: 7 })}>
      pick
    </button>
  )
  render(<RichTextEditor document={initialDocument} label="Lesson" onChange={onChange} mediaPicker={Picker} />)
  await screen.findByRole('textbox', { name: 'Lesson' }, wait)
  fireEvent.click(screen.getByRole('button', { name: 'Media Library' }))
  fireEvent.click(screen.getByText('pick'))
  expect(await screen.findByText('ID: 7', {}, wait)).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: 'Float left' }, wait))
  fireEvent.change(screen.getByRole('slider', { name: 'Width in pixels' }), { target: { value: '300' } })
  fireEvent.change(screen.getByRole('textbox', { name: 'What the picture shows' }), { target: { value: 'A sign' } })
  const card = { component: 'image', src: '/media/7/a.png', attachment_id: 7, alignClass: 'float-left' }
  await waitFor(() => {
    const { content } = onChange.mock.lastCall![0] as RichDocument
    expect(content?.find(({ type }) => type === 'mediaCard')?.attrs).toMatchObject({
      ...card,
      width: 300,
      height: 300,
      alt: 'A sign',
    })
  }, wait)
})

test('a read-only document has no tools and accepts no text', { timeout: 30_000 }, async () => {
  render(<RichTextEditor document={initialDocument} label="Lesson" readOnly />)
  const textbox = await screen.findByRole('textbox', { name: 'Lesson' }, wait)
  expect(textbox.getAttribute('contenteditable')).toBe('false')
  expect(screen.queryByRole('toolbar')).toBeNull()
})

const empty = { type: 'doc', content: [{ type: 'paragraph' }] }

async function openEmpty(onChange = vi.fn()) {
  const Picker = () => <p>library</p>
  render(<RichTextEditor document={empty} label="Lesson" onChange={onChange} mediaPicker={Picker} />)
  const textbox = await screen.findByRole('textbox', { name: 'Lesson' }, wait)
  const { editor } = textbox as HTMLElement & { editor: Editor }
  const write = (text: string) => act(async () => void editor.commands.insertContent(text))
  const press = (key: string) => act(async () => void fireEvent.keyDown(textbox, { key }))
  const menu = () => screen.queryByRole('listbox', { name: 'Change this line' })
  const menuItems = () => [...(menu()?.children ?? [])].map(({ textContent }) => textContent)
  return { textbox, editor, write, press, menu, offered: menuItems, onChange }
}

test('a slash in an empty line opens a menu of blocks; letters filter it, Enter inserts', {
  timeout: 30_000,
}, async () => {
  const { textbox, editor, write, press, menu, offered, onChange } = await openEmpty()
  expect(textbox.querySelector('p')?.getAttribute('data-hint')).toContain('/')
  await write('/')
  expect(offered()).toContain('Media Library')
  expect(textbox.querySelector('[data-hint]')).toBeNull()
  await write('list')
  expect(offered()).toEqual(['Bulleted list', 'Numbered list'])
  await press('ArrowDown')
  expect(menu()?.querySelector('[aria-selected=true]')?.textContent).toBe('Numbered list')
  await press('Enter')
  expect(offered()).toEqual([])
  await waitFor(() => expect(onChange.mock.lastCall![0].content[0].type).toBe('orderedList'), wait)
  expect(editor.getText().trim()).toBe('')
})

test('Escape leaves the slash as text, and a slash within a line or a word without matches opens no menu', {
  timeout: 30_000,
}, async () => {
  const { editor, write, press, offered } = await openEmpty()
  await write('/head')
  expect(offered()).toEqual(['Header 1', 'Header 2', 'Header 3'])
  await press('Escape')
  expect([offered(), editor.getText()]).toEqual([[], '/head'])
  await act(async () => void editor.commands.setContent('<p>either</p>'))
  await act(async () => void editor.commands.focus('end'))
  await write('/or')
  expect(offered()).toEqual([])
  await act(async () => void editor.commands.setContent('<p></p>'))
  await write('/zzz')
  expect(offered()).toEqual([])
})

test('the library opens from the menu', { timeout: 30_000 }, async () => {
  const { write, menu } = await openEmpty()
  await write('/media')
  await act(async () => menu()?.querySelector<HTMLElement>('[role=option]')?.click())
  expect(screen.getByText('library')).toBeTruthy()
})
