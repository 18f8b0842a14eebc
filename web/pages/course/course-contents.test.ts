import { expect, test } from 'vitest'
import type { Lesson } from '../../../modules/learning/index.ts'
import { writeContents } from './course-contents.ts'

type Contents = Lesson['contents']
type State = Contents['states'][number]

/** Lessons 1, 2, ... of one chapter in these states; the student is at 2. */
function write(states: readonly State[], more: { names?: string[]; quiz?: number; final_ind?: boolean } = {}): string {
  const entries = states.map((_, at) => entryAt(at, { name: more.names?.[at], quiz_ind: more.quiz === at + 1 }))
  const sections = [{ name: 'Section', entries }]
  const outline = [{ name: 'Chapter', final_ind: more.final_ind ?? false, sections }]
  return writeContents({ outline, states }, { student_course_id: 7, component_id: 2 }, 'en-us').html
}

const entryAt = (at: number, { name = `Lesson ${at + 1}`, quiz_ind = false } = {}) => ({
  at,
  component_id: at + 1,
  name,
  quiz_ind,
})

const linesOf = (html: string) => html.match(/<li.*?<\/li>/g) ?? []

test('the outline leads to what may be opened, marks what is done and where the student is, and locks the rest', () => {
  const html = write(['completed', 'open', 'open', 'locked'], { quiz: 3 })
  const [done, here, quiz, locked] = linesOf(html)
  expect(done).toMatch(/href="\/course\/7\/1".*\(Completed\)/)
  expect(here).toMatch(/href="\/course\/7\/2\?already=1" aria-current="page".*\(You are here\)/)
  expect(quiz).toContain('href="/course/7/quiz/3"')
  expect(locked).toContain('(Not open yet)')
  expect(locked).not.toContain('href')
})

test('a name with signs of HTML stays text', () => {
  const [line] = linesOf(write(['open'], { names: ['<img src=x> "R&D"'] }))
  expect(line).toContain('&lt;img src=x&gt; &quot;R&amp;D&quot;')
})

test('what was prepared for one student is not seen by another: states, place and language are each their own', () => {
  const sections = [{ name: 'Section', entries: [entryAt(0), entryAt(1)] }]
  const outline = [{ name: 'Chapter', final_ind: false, sections }]
  const first = writeContents(
    { outline, states: ['open', 'locked'] },
    { student_course_id: 7, component_id: 1 },
    'en-us',
  )
  const then = { outline, states: ['completed', 'completed'] as const }
  const [one, two] = linesOf(writeContents(then, { student_course_id: 8, component_id: 2 }, 'es-es').html)
  expect(linesOf(first.html)[1]).toContain('(Not open yet)')
  expect(one).toMatch(/<li class="done"><a href="\/course\/8\/1">Lesson 1 <i>\(Completado\)/)
  expect(two).toMatch(/<li class="done"><a href="\/course\/8\/2\?already=1" aria-current="page">/)
})

test('the chapter of the open lesson is unfolded, and the final exam stands apart under its own heading', () => {
  expect(write(['completed', 'open'])).toMatch(/^<details open="" class="group"><summary.*>Chapter<\/summary>/)
  expect(write(['open'])).toMatch(/^<details class="group">/)
  const exam = write(['locked'], { final_ind: true })
  expect(exam).not.toContain('<details')
  expect(exam).toContain('>Final exam</h3>')
})
