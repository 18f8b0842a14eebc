// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { Editor } from '@tiptap/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FakeCall, fakeApi } from '#platform/testing/fake-api.ts'
import { forgetPage } from '#platform/ui/shared.tsx'

const api = fakeApi()
const { default: OutlineEditor } = await import('./outline-editor.island.tsx')
beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  forgetPage()
})

const lesson = (component_id: number, name: string) => ({
  component_id,
  key: component_id,
  name,
  type: 'Content' as const,
  timer: { active: false, seconds: 0 },
})
const chapters = (...lessons: ReturnType<typeof lesson>[]) => [
  { chapter_id: 1, name: 'Roads', sections: [{ section_id: 2, name: 'Weather', components: lessons }] },
]
const docOf = (...paragraphs: string[]) => ({
  type: 'doc',
  content: paragraphs.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
})
const newer = { status: 409, body: { error: true, code: 'CHANGED_MEANWHILE', message: 'Changed.', details: {} } }

/** The server of a course that another author saves as revision 2 in the meantime. */
function serve(theirs: ReturnType<typeof chapters>, contents: { before: object; theirs: object }) {
  let stored = { revision: 1, chapters: chapters(lesson(10, 'Ice'), lesson(11, 'Rain')), content: contents.before }
  const course = () => ({ course: { chapters: stored.chapters, revisions: { outline: stored.revision } } })
  api.answer = ({ path, body }: FakeCall) => {
    if (path === '/api/course/getComponentLinkedData')
      return { body: { data: { data: { content: stored.content }, media: {} } } }
    if (path === '/api/course/one') return { body: course() }
    if (path !== '/api/course/updateOverview') return { body: {} }
    const { revisions, chapters: sentBody } = body as { revisions: { outline: number }; chapters: typeof theirs }
    if (revisions.outline !== stored.revision) return newer
    stored = { ...stored, revision: stored.revision + 1, chapters: sentBody }
    return { body: course() }
  }
  return () => {
    stored = { revision: 2, chapters: theirs, content: contents.theirs }
  }
}

const open = (component_id: number | null) =>
  render(
    <OutlineEditor
      course_id={3}
      organization_id={1}
      revision={1}
      chapters={chapters(lesson(10, 'Ice'), lesson(11, 'Rain'))}
      banks={[]}
      open={component_id}
      readOnly={false}
    />,
  )
const lastSent = () => JSON.stringify(api.sent('/course/updateOverview').at(-1))
const editorOf = async () => {
  const textbox = (await screen.findByRole('textbox', { name: 'Content' })) as HTMLElement & { editor: Editor }
  return textbox.editor
}

test("a merge keeps text typed in the open lesson, and the other author's text and lessons", {
  timeout: 30_000,
}, async () => {
  const saveElsewhere = serve(chapters(lesson(12, 'Fog'), lesson(10, 'Ice'), lesson(11, 'Heavy rain')), {
    before: docOf('One.', 'Two.', 'Three.'),
    theirs: docOf('One.', 'Two.', 'Three, theirs.'),
  })
  open(10)
  const editor = await editorOf()
  saveElsewhere()
  fireEvent.change(screen.getByDisplayValue('Ice'), { target: { value: 'Black ice' } })
  // Typed so late that the editor has not reported it when the merge begins.
  await act(async () => void editor.commands.insertContentAt(1, 'Mine. '))
  fireEvent.click(screen.getByText('Save'))
  await waitFor(() => expect(api.sent('/course/updateOverview')).toHaveLength(2))
  await waitFor(() => screen.getByText('✓ Saved'))
  await waitFor(async () => expect((await editorOf()).getText()).toContain('theirs'))
  expect((await editorOf()).getText()).toContain('Mine. One.')
  for (const part of ['Black ice', 'Heavy rain', 'Fog', 'Mine. One.', 'Three, theirs.'])
    expect(lastSent()).toContain(part)
  expect(screen.getByDisplayValue('Fog')).toBeTruthy()
  // Nothing of the replaced editor is reported later.
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(screen.getByText('✓ Saved')).toBeTruthy()
})

test('a report of a lesson that comes after a merge changes the merged outline, not the earlier one', {
  timeout: 30_000,
}, async () => {
  const text = docOf('One.')
  const saveElsewhere = serve(chapters(lesson(12, 'Fog'), lesson(10, 'Ice'), lesson(11, 'Rain')), {
    before: text,
    theirs: text,
  })
  open(10)
  const editor = await editorOf()
  await act(async () => void editor.commands.insertContentAt(1, 'First. '))
  await waitFor(() => screen.getByText('You have unsaved changes.'))
  saveElsewhere()
  fireEvent.click(screen.getByText('Save'))
  await waitFor(() => expect(screen.getByDisplayValue('Fog')).toBeTruthy())
  await act(async () => void (await editorOf()).commands.insertContentAt(1, 'Second. '))
  await act(async () => fireEvent.click(screen.getByText('Close')))
  await waitFor(() => expect(lastSent()).toContain('Second. First. One.'))
  expect(lastSent()).toContain('Fog')
})

test("a deletion can no longer be undone after a merge: that would delete the other author's lessons", {
  timeout: 30_000,
}, async () => {
  const text = docOf('One.')
  const saveElsewhere = serve(chapters(lesson(12, 'Fog'), lesson(10, 'Ice'), lesson(11, 'Rain')), {
    before: text,
    theirs: text,
  })
  open(null)
  saveElsewhere()
  fireEvent.click(screen.getByRole('button', { name: 'Delete “Rain”' }))
  expect(screen.getByText('Undo')).toBeTruthy()
  fireEvent.click(screen.getByText('Save'))
  await waitFor(() => expect(screen.getByDisplayValue('Fog')).toBeTruthy())
  expect(screen.queryByText('Undo')).toBeNull()
})
