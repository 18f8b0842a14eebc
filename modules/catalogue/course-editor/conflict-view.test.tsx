// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { LocaleContext } from '#platform/ui/locale.tsx'
import type { Labels } from './conflict-fields.ts'
import { ConflictView } from './conflict-view.tsx'
import { mergeValues } from './merge-values.shared.ts'

afterEach(cleanup)

/** The texts of both versions of the first conflict, in the language of the page. */
function textsOf<T>(base: T, mine: T, theirs: T, labels?: Labels) {
  titlesOf(base, mine, theirs, labels)
  const [place] = screen.getAllByRole('group')
  return [...place!.querySelectorAll('label > :last-child')].map(({ textContent }) => textContent?.trim())
}

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
  const labels: Labels = { 'audio.enabled': { label: ['Sell narration', 'Vender la narración'] } }
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

test('numbers, checkboxes and choices are shown as the form shows them', () => {
  const labels: Labels = {
    language: {
      label: ['Language', 'Idioma'],
      choices: [
        { value: 1, label: ['English', 'Inglés'] },
        { value: 2, label: ['Spanish', 'Español'] },
        { value: 3, label: ['French', 'Francés'] },
      ],
    },
  }
  const settings = (language: string) => ({ settings: { language } })
  expect(textsOf(settings('1'), settings('2'), settings('3'), labels)).toEqual(['Español', 'Francés'])
  cleanup()
  expect(textsOf({ seconds: 1 }, { seconds: 12_500 }, { seconds: 3 })).toEqual(['12,500', '3'])
  cleanup()
  expect(textsOf<{ required: boolean | null }>({ required: null }, { required: true }, { required: false })).toEqual([
    'Activado',
    'Desactivado',
  ])
  cleanup()
  expect(
    textsOf({ lk_question_type_id: 3 }, { lk_question_type_id: 1 }, { lk_question_type_id: 2 }).some((text) =>
      /^\d*$/.test(text ?? ''),
    ),
  ).toBe(false)
  cleanup()
  // A whole question that one author deleted shows its settings with their labels.
  const list = (attempts: number) => [{ component_id: 5, name: 'Hielo', attempts, required: true }]
  const [mine, theirs] = textsOf({ rows: list(1) }, { rows: [] as ReturnType<typeof list> }, { rows: list(3) })
  expect(mine).toBe('Eliminado o sin texto')
  expect(theirs).toContain('Obligatoria: Activado')
  expect(theirs).not.toMatch(/true|attempts/)
})
