// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fakeApi } from '#platform/testing/fake-api.ts'

const api = fakeApi()
const { default: NotesTab } = await import('./notes-tab.island.tsx')
afterEach(cleanup)

const type = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } })

/** The text of the open dialog. */
const dialog = () => within(document.querySelector<HTMLElement>('dialog[open]')!)

const note = { entity_note_id: 9, note: 'Called on Monday.', created_by_name: 'Ada Admin', created_at: '2026-02-03' }
const notes = (data: object[]) => ({ data }) as never
const student = { kind: 'student', user_id: 5, own: false } as const

test('edits a note in place; canceling restores it', async () => {
  const editedNote = { ...note, note: 'Called on Tuesday.', edited: true, can_edit: true }
  api.answer = ({ method }) => ({ body: method === 'POST' ? {} : { data: [editedNote] } })
  render(<NotesTab place={student} first={notes([{ ...note, edited: false, can_edit: true }])} />)
  fireEvent.click(screen.getByText('Edit'))
  type('Note', 'Something else')
  fireEvent.click(screen.getAllByText('Cancel')[0]!)
  expect(screen.getByText('Called on Monday.')).toBeTruthy()
  expect(api.calls).toEqual([])
  fireEvent.click(screen.getByText('Edit'))
  type('Note', 'Called on Tuesday.')
  fireEvent.submit(screen.getByLabelText<HTMLTextAreaElement>('Note').form!)
  expect(await screen.findByText('Called on Tuesday.')).toBeTruthy()
  expect(screen.getByText(/edited/)).toBeTruthy()
  expect(api.sent('/user/editEntityNotes')).toEqual([{ entity_note_id: 9, note: 'Called on Tuesday.' }])
})

test("deletes a note after confirmation; other people's notes have no buttons", async () => {
  api.answer = ({ method }) => ({ body: method === 'POST' ? {} : { data: [] } })
  const foreignNote = { ...note, entity_note_id: 10, note: 'Mine alone.', edited: false, can_edit: false }
  render(<NotesTab place={student} first={notes([{ ...note, edited: false, can_edit: true }, foreignNote])} />)
  expect(screen.getAllByText('Edit')).toHaveLength(1)
  fireEvent.click(screen.getByLabelText('Delete the note from 02/03/2026'))
  expect(api.sent('/user/deleteEntityNotes')).toEqual([])
  fireEvent.click(dialog().getByText('Delete'))
  expect(await screen.findByText('No notes yet.')).toBeTruthy()
  expect(api.sent('/user/deleteEntityNotes')).toEqual([{ entity_note_id: 9 }])
})
