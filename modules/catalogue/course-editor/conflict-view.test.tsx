// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { LocaleContext } from '#platform/ui/locale.tsx'
import type { Labels } from './conflict-fields.ts'
import { ConflictView } from './conflict-view.tsx'
import { mergeValues } from './merge-values.shared.ts'

afterEach(cleanup)

/** The titles of the conflicts of two versions, for an author who reads Spanish. */
function titlesOf<T>(base: T, mine: T, theirs: T, labels?: Labels) {
  render(
    <LocaleContext value="es-es">
      <ConflictView
        versions={[mine, theirs]}
        labels={labels}
        conflicts={mergeValues(base, mine, theirs).conflicts}
        choices={{}}
        onChoose={() => {}}
      />
    </LocaleContext>,
  )
  return screen.getAllByRole('group').map((place) => place.querySelector('legend')!.textContent)
}

test('a place that I deleted has its name from the other version, and one without a name has its kind', () => {
  const faq = (faq_id: number, title: string, body: string) => ({ faq_id, title, body })
  const base = { faqs: [faq(1, 'Hielo', ''), faq(2, '', 'a'), faq(3, 'Niebla', 'a')] }
  const mine = { faqs: [faq(2, '', 'b'), faq(3, 'Niebla', 'b')] }
  const theirs = { faqs: [faq(1, 'Hielo negro', ''), faq(2, '', 'c'), faq(3, 'Niebla', 'c')] }
  expect(titlesOf(base, mine, theirs)).toEqual(['Hielo negro', 'Pregunta › Respuesta', 'Niebla › Respuesta'])
})

test('fields have the labels of the editors in the language of the page, not the names of properties', () => {
  const question = (hint: string, seconds: number, other: number) => ({
    question_id: 7,
    configuration: {
      title: 'Hielo',
      editor: { hint },
      timer: { active: true, seconds },
      selectedComponent: other,
      odd: other,
    },
  })
  const form = (hint: string, n: number) => ({
    settings: { 'audio.enabled': n },
    lists: { registration: { questions: [question(hint, n, n)], deleted: [] } },
  })
  const labels: Labels = { 'audio.enabled': ['Sell narration', 'Vender la narración'] }
  expect(titlesOf(form('a', 1), form('b', 2), form('c', 3), labels)).toEqual([
    'Vender la narración',
    'Hielo › Texto de la pista',
    'Hielo › Temporizador › Segundos',
    'Hielo › Lección',
    'Hielo › Otros datos',
  ])
})

test('a lesson moved in my version has the name of its parents and its own', () => {
  const lesson = (name: string) => ({ component_id: 5, name })
  const base = [{ section_id: 1, name: 'Clima', components: [lesson('Hielo')] }]
  const mine = [{ section_id: 2, name: 'Otra', components: [lesson('Mía')] }]
  const conflicts = [{ path: ['#section_id:1', 'components', '#component_id:5', 'name'], mine: 'Mía', theirs: 'Suya' }]
  render(<ConflictView versions={[mine, base]} conflicts={conflicts} choices={{}} onChoose={() => {}} />)
  expect(screen.getByRole('group').querySelector('legend')!.textContent).toBe('Clima › Hielo › Name')
})
