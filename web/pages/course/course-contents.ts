import type { Lesson } from '../../../modules/learning/index.ts'
import { type Locale, say } from '../../../platform/texts.ts'
import { escapeHtml } from '../../../platform/web/escape.ts'
import type { WrittenHtml } from '../../../platform/web/page.ts'
import { playerTexts } from './player.texts.ts'

type Contents = Lesson['contents']
type Outline = Contents['outline']
type Chapter = Outline[number]
type Entry = Chapter['sections'][number]['entries'][number]
type Place = { student_course_id: number; component_id: number }
type Words = Record<'completed' | 'current' | 'locked' | 'finalExam', string>

/** A line in each of its states; a link goes on behind the address of the student's course. */
type Line = { entry: Entry; completed: string; open: string; locked: string }
type List = { before: string; lines: readonly Line[]; after: string }
type Prepared = { ids: ReadonlySet<number>; opening: { open: string; shut: string }; lists: List[]; closing: string }

/**
 * The table of contents in the drawer; the final exam stands apart at its end. Written as text, and of pieces that are
 * prepared once for a course: it is most of a lesson's page, and every student's is another one.
 */
export function writeContents({ outline, states }: Contents, place: Place, locale: Locale): WrittenHtml {
  const words = wordsOf(locale)
  let html = ''
  for (const { ids, opening, lists, closing } of prepared(outline, locale)) {
    html += ids.has(place.component_id) ? opening.open : opening.shut
    for (const { before, lines, after } of lists) {
      html += before
      for (const line of lines) html += writeLine(line, states[line.entry.at]!, place, words)
      html += after
    }
    html += closing
  }
  return { html }
}

function writeLine(line: Line, state: Contents['states'][number], place: Place, words: Words): string {
  if (state === 'locked') return line.locked
  const course = `${state === 'completed' ? '<li class="done">' : '<li>'}<a href="/course/${place.student_course_id}`
  const { entry } = line
  if (entry.component_id !== place.component_id) return course + line[state]
  const note = state === 'completed' ? words.completed : words.current
  return `${course}${addressOf(entry)}?already=1" aria-current="page">${labelOf(entry, note)}</a></li>`
}

const addressOf = ({ component_id, quiz_ind }: Entry) => `${quiz_ind ? '/quiz' : ''}/${component_id}`
const labelOf = ({ name }: Entry, note: string) => `${escapeHtml(name)}${note && ` <i>(${note})</i>`}`

const wordsOf = (locale: Locale): Words => ({
  completed: say(locale, playerTexts, 'completed'),
  current: say(locale, playerTexts, 'current'),
  locked: say(locale, playerTexts, 'locked'),
  finalExam: say(locale, playerTexts, 'finalExam'),
})

const known: Record<Locale, WeakMap<Outline, Prepared[]>> = { 'en-us': new WeakMap(), 'es-es': new WeakMap() }

function prepared(outline: Outline, locale: Locale): Prepared[] {
  const found = known[locale].get(outline)
  if (found) return found
  const words = wordsOf(locale)
  const chapters = outline.filter((chapter) => !chapter.final_ind).map((chapter) => prepareChapter(chapter, words))
  const exams = outline.filter((chapter) => chapter.final_ind).map((chapter) => prepareExam(chapter, words))
  const made = [...chapters, ...exams]
  known[locale].set(outline, made)
  return made
}

const summaryLook = 'flex min-h-11 items-center gap-2 rounded-md px-3 py-2 font-semibold hover:bg-sunken'

function prepareChapter({ name, sections }: Chapter, words: Words): Prepared {
  const summary = `class="group"><summary class="${summaryLook}">${escapeHtml(name)}</summary>`
  return {
    ids: new Set(sections.flatMap(({ entries }) => entries.map((entry) => entry.component_id))),
    opening: { open: `<details open="" ${summary}`, shut: `<details ${summary}` },
    lists: sections.map((section) => {
      const heading = `<h3 class="px-3 pt-1 text-sm text-muted">${escapeHtml(section.name)}</h3>`
      return prepareList(`<section class="mb-2">${heading}`, section.entries, words)
    }),
    closing: '</details>',
  }
}

function prepareExam({ sections }: Chapter, words: Words): Prepared {
  const heading = `<h3 class="px-3 text-sm text-muted">${words.finalExam}</h3>`
  const entries = sections.flatMap((section) => section.entries)
  return {
    ids: new Set(),
    opening: { open: '', shut: '' },
    lists: [prepareList(`<section class="mt-3 border-t pt-3">${heading}`, entries, words)],
    closing: '',
  }
}

const prepareList = (before: string, entries: readonly Entry[], words: Words): List => ({
  before: `${before}<ul class="outline-entries">`,
  lines: entries.map((entry) => prepareLine(entry, words)),
  after: '</ul></section>',
})

const prepareLine = (entry: Entry, words: Words): Line => ({
  entry,
  completed: `${addressOf(entry)}">${labelOf(entry, words.completed)}</a></li>`,
  open: `${addressOf(entry)}">${labelOf(entry, '')}</a></li>`,
  locked: `<li><span>${labelOf(entry, words.locked)}</span></li>`,
})
