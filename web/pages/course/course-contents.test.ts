import { expect, test } from 'vitest'
import type { Lesson } from '../../../modules/learning/index.ts'
import { writeContents } from './course-contents.ts'

type Entry = Lesson['contents'][number]['sections'][number]['components'][number]

const entry = (component_id: number, more: Partial<Entry>): Entry => ({
  component_id,
  name: `Lesson ${component_id}`,
  type: 'Content',
  lk_component_type_id: 1,
  final_ind: false,
  required_seconds: 0,
  completed_ind: false,
  reachable_ind: false,
  studentProgress: null,
  ...more,
})

function lines(components: Entry[]): string[] {
  const section = { name: 'Section', type: 'section' as const, expanded: true, components }
  const chapter = { name: 'Chapter', type: 'chapter' as const, expanded: true, final_ind: false, sections: [section] }
  const { html } = writeContents([chapter], { student_course_id: 7, component_id: 2 }, 'en-us')
  return html.match(/<li.*?<\/li>/g) ?? []
}

test('the outline leads to what may be opened, marks what is done and where the student is, and locks the rest', () => {
  const [done, here, quiz, locked] = lines([
    entry(1, { completed_ind: true, reachable_ind: true }),
    entry(2, { reachable_ind: true }),
    entry(3, { type: 'Quiz', reachable_ind: true }),
    entry(4, {}),
  ])
  expect(done).toMatch(/href="\/course\/7\/1".*\(Completed\)/)
  expect(here).toMatch(/href="\/course\/7\/2\?already=1" aria-current="page".*\(You are here\)/)
  expect(quiz).toContain('href="/course/7/quiz/3"')
  expect(locked).toContain('(Not open yet)')
  expect(locked).not.toContain('href')
})

test('a name with signs of HTML stays text', () => {
  const [line] = lines([entry(1, { name: '<img src=x> "R&D"', reachable_ind: true })])
  expect(line).toContain('&lt;img src=x&gt; &quot;R&amp;D&quot;')
})
