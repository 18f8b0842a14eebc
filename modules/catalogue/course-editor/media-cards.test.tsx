// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { MediaPickerProps } from '#modules/catalogue/rich-text/editor/editor.shared.ts'
import { fakeApi } from '#platform/testing/fake-api.ts'

const api = fakeApi()
const { bankQuestions } = await import('./bank-questions.tsx')
const { MediaCards } = await import('./media-cards.tsx')
const { Narration } = await import('./narration.tsx')
afterEach(cleanup)

const sign = { component: 'image', src: '/media/7/sign.webp', attachment_id: 7 }
const film = { component: 'video', src: '/media/8/film.mp4', attachment_id: 8 }

test('files are added from the library, described, moved and removed', () => {
  const onChange = vi.fn()
  const Picker = ({ onPick }: MediaPickerProps) => (
    <button type="button" onClick={() => onPick(film)}>
      Pick
    </button>
  )
  render(<MediaCards cards={[sign, film]} picker={Picker} onChange={onChange} />)
  fireEvent.change(screen.getByLabelText('What the picture shows'), { target: { value: 'A stop sign' } })
  expect(onChange).toHaveBeenLastCalledWith([{ ...sign, alt: 'A stop sign' }, film])
  fireEvent.click(screen.getByLabelText('Move file 2 up'))
  expect(onChange).toHaveBeenLastCalledWith([film, sign])
  fireEvent.click(screen.getByLabelText('Remove file 1'))
  expect(onChange).toHaveBeenLastCalledWith([film])
  fireEvent.click(screen.getByText('Add file'))
  fireEvent.click(screen.getByText('Pick'))
  expect(onChange).toHaveBeenLastCalledWith([sign, film, { alignClass: 'center', ...film }])
  expect(screen.queryByText('Pick')).toBeNull()
})

test('an audio file has a transcript, and other files have none', () => {
  const onChange = vi.fn()
  const sound = { component: 'audio', src: '/media/9/ice.mp3' }
  render(<MediaCards cards={[sign, sound]} picker={() => null} onChange={onChange} />)
  fireEvent.change(screen.getByLabelText('Transcript'), { target: { value: 'Brake early.' } })
  expect(onChange).toHaveBeenLastCalledWith([sign, { ...sound, transcript: 'Brake early.' }])
})

test('bank questions become an inline quiz, which is removed with its last question', async () => {
  const question = (question_id: number, title: string) => ({ question_id, configuration: { title } })
  api.answer = () => ({ body: { error: false, questions: [question(11, 'On ice?'), question(12, 'In fog?')] } })
  const onChoose = vi.fn()
  const Bank = bankQuestions([{ course_question_bank_id: 5, name: 'Weather', counts: { 2: 2 } }])
  render(<Bank onChoose={onChoose} />)
  fireEvent.click(await screen.findByLabelText('In fog?'))
  expect(onChoose).toHaveBeenLastCalledWith({
    component: 'inline-quiz',
    course_question_bank_id: 5,
    questions: [12],
  })
  fireEvent.click(screen.getByLabelText('In fog?'))
  expect(onChoose).toHaveBeenLastCalledWith(null)
})

test('lesson recordings are added from the library, played and removed', () => {
  const onChange = vi.fn()
  const Picker = ({ onPick }: MediaPickerProps) => (
    <button type="button" onClick={() => onPick({ component: 'audio', src: '/media/9/ice.mp3' })}>
      Pick
    </button>
  )
  render(<Narration files={['/media/8/snow.mp3']} picker={Picker} onChange={onChange} />)
  expect(screen.getByLabelText<HTMLAudioElement>('Recording 1').src).toContain('/media/8/snow.mp3')
  fireEvent.click(screen.getByText('Add recording'))
  fireEvent.click(screen.getByText('Pick'))
  expect(onChange).toHaveBeenLastCalledWith(['/media/8/snow.mp3', '/media/9/ice.mp3'])
  expect(document.activeElement?.textContent).toBe('Add recording')
  fireEvent.click(screen.getByLabelText('Remove recording 1'))
  expect(onChange).toHaveBeenLastCalledWith([])
})
