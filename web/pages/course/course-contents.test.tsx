import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Lesson } from '#modules/learning/entry.ts'
import type { Locale } from '#platform/texts.ts'
import { LocaleContext } from '#platform/ui/locale.tsx'
import { CourseContents } from './course-contents.tsx'

type State = Lesson['contents'][number]['sections'][number]['entries'][number]['state']
type Options = { names?: string[]; quiz?: number; final_ind?: boolean; locale?: Locale; lang?: string }

/** Lessons 1, 2, ... of one chapter in these states; the student is at 2. */
function write(
  states: readonly State[],
  { names, quiz, final_ind = false, locale = 'en-us', lang }: Options = {},
): string {
  const entries = states.map((state, index) => ({
    component_id: index + 1,
    name: names?.[index] ?? `Lesson ${index + 1}`,
    quiz_ind: quiz === index + 1,
    minutes: index,
    state,
  }))
  const contents = [{ name: 'Chapter', final_ind, sections: [{ name: 'Section', entries }] }]
  return renderToStaticMarkup(
    <LocaleContext value={locale}>
      <CourseContents contents={contents} place={{ student_course_id: 7, component_id: 2 }} lang={lang} />
    </LocaleContext>,
  )
}

const linesOf = (html: string) => html.match(/<li.*?<\/li>/g) ?? []

test('links available components, marks completed and current ones, and locks the rest', () => {
  const [done, here, quiz, locked] = linesOf(write(['completed', 'open', 'open', 'locked'], { quiz: 3 }))
  expect(done).toMatch(/<li class="done"><a href="\/course\/7\/1".*\(Completed\)/)
  expect(here).toMatch(/href="\/course\/7\/2\?already=1" aria-current="page".*\(You are here\)/)
  expect(quiz).toContain('href="/course/7/quiz/3"')
  expect(locked).toContain('(Not available yet)')
  expect(locked).not.toContain('href')
  expect([done, here].map((line) => /<small>(.*)<\/small>/.exec(line!)?.[1])).toEqual([undefined, '1 min'])
})

test('escapes HTML characters in a name', () => {
  const [line] = linesOf(write(['open'], { names: ['<img src=x> "R&D"'] }))
  expect(line).toContain('&lt;img src=x&gt; &quot;R&amp;D&quot;')
})

test('labels the states in Spanish', () => {
  expect(linesOf(write(['completed'], { locale: 'es-es' }))[0]).toContain('(Completado)')
})

test("the course's names have their language on a page in another one, and the page's own words do not", () => {
  const html = write(['completed'], { locale: 'es-es', lang: 'en-us' })
  for (const name of ['Chapter', 'Section', 'Lesson 1']) expect(html).toContain(`<span lang="en-us">${name}</span>`)
  expect(html).toContain('</span><i> (Completado)</i>')
  expect(write(['completed'])).not.toContain('lang=')
})

test('expands the chapter of the open lesson, and lists the final exam under its own heading', () => {
  expect(write(['completed', 'open'])).toMatch(
    /^<details open="" class="group"><summary.*stroke-dasharray="50 100".*Chapter<\/summary>/,
  )
  expect(write(['open'])).toMatch(/^<details class="group">/)
  const exam = write(['locked'], { final_ind: true })
  expect(exam).not.toContain('<details')
  expect(exam).toContain('>Final exam</h3>')
})
