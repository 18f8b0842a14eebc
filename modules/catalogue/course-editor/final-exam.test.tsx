// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeApi } from '#platform/testing/fake-api.ts'
import { forgetPage } from '#platform/ui/shared.tsx'

const api = fakeApi()
const { default: FinalExam } = await import('./final-exam.island.tsx')
beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  forgetPage()
})

test('an exam removed after a save is not a conflict if the other author has not changed it', async () => {
  const exam = { name: 'Exam', data: { configuration: { grading: { threshold: 80 } } } }
  let stored = { revision: 1, component: exam as typeof exam | null }
  api.answer = ({ path, body }) => {
    if (path === '/api/course/one') return { body: { course: { course_version_id: 9, revisions: {} } } }
    if (path === '/api/course/getFinalExam') return { body: stored }
    if (body?.revision !== stored.revision)
      return { status: 409, body: { error: true, code: 'CHANGED_MEANWHILE', message: 'Changed.', details: {} } }
    const sentBody = body.component as typeof exam | null
    stored = { revision: stored.revision + 1, component: sentBody && { name: sentBody.name, data: exam.data } }
    return { body: stored }
  }
  render(<FinalExam course_id={3} organization_id={1} revision={1} exam={exam as never} banks={[]} lessons={[]} />)
  fireEvent.change(screen.getByDisplayValue('Exam'), { target: { value: 'Final' } })
  fireEvent.click(screen.getByText('Save'))
  await waitFor(() => screen.getByText('✓ Saved'))
  // The other author changes the exam, and changes it back.
  stored = { ...stored, revision: 4 }
  fireEvent.click(screen.getAllByText('Remove final exam', { selector: 'button' }).at(-1)!)
  fireEvent.click(screen.getByText('Save'))
  await waitFor(() => screen.getByText('✓ Saved'))
  expect(screen.queryByText('Save merged version')).toBeNull()
  expect(stored).toEqual({ revision: 5, component: null })
})
