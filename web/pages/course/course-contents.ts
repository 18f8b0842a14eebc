import type { Lesson } from '../../../modules/learning/index.ts'
import { type Locale, say } from '../../../platform/texts.ts'
import { escapeHtml } from '../../../platform/web/escape.ts'
import type { WrittenHtml } from '../../../platform/web/page.ts'
import { playerTexts } from './player.texts.ts'

type Chapter = Lesson['contents'][number]
type Entry = Chapter['sections'][number]['components'][number]
type Place = { student_course_id: number; component_id: number }
type Words = Record<'completed' | 'current' | 'locked' | 'finalExam', string>

/**
 * The table of contents in the drawer; the final exam stands apart at its end. Written as text: it is most of a lesson's
 * page, and every student's is another one.
 */
export function writeContents(contents: Lesson['contents'], place: Place, locale: Locale): WrittenHtml {
  const words = wordsOf(locale)
  const list = (entries: readonly Entry[]) =>
    `<ul class="outline-entries">${entries.map((entry) => entryLine(entry, place, words)).join('')}</ul>`
  const chapters = contents.filter((chapter) => !chapter.final_ind).map((chapter) => chapterHtml(chapter, list))
  const exams = contents.filter((chapter) => chapter.final_ind).map((chapter) => examHtml(chapter, words, list))
  return { html: [...chapters, ...exams].join('') }
}

const wordsOf = (locale: Locale): Words => ({
  completed: say(locale, playerTexts, 'completed'),
  current: say(locale, playerTexts, 'current'),
  locked: say(locale, playerTexts, 'locked'),
  finalExam: say(locale, playerTexts, 'finalExam'),
})

type List = (entries: readonly Entry[]) => string

const summaryLook = 'flex min-h-11 items-center gap-2 rounded-md px-3 py-2 font-semibold hover:bg-sunken'

function chapterHtml({ name, expanded, sections }: Chapter, list: List): string {
  const lines = sections.map(
    (section) =>
      `<section class="mb-2"><h3 class="px-3 pt-1 text-sm text-muted">${escapeHtml(section.name)}</h3>${list(section.components)}</section>`,
  )
  const summary = `<summary class="${summaryLook}">${escapeHtml(name)}</summary>`
  return `<details${expanded ? ' open=""' : ''} class="group">${summary}${lines.join('')}</details>`
}

function examHtml({ sections }: Chapter, { finalExam }: Words, list: List): string {
  const entries = sections.flatMap((section) => section.components)
  return `<section class="mt-3 border-t pt-3"><h3 class="px-3 text-sm text-muted">${finalExam}</h3>${list(entries)}</section>`
}

function entryLine(entry: Entry, { student_course_id, component_id }: Place, words: Words): string {
  const current = entry.component_id === component_id
  const note = entry.completed_ind ? words.completed : current ? words.current : entry.reachable_ind ? '' : words.locked
  const label = `${escapeHtml(entry.name)}${note && ` <i>(${note})</i>`}`
  const item = entry.completed_ind ? '<li class="done">' : '<li>'
  if (!entry.reachable_ind) return `${item}<span>${label}</span></li>`
  const href = `/course/${student_course_id}${entry.type === 'Quiz' ? '/quiz' : ''}/${entry.component_id}`
  return `${item}<a href="${href}${current ? '?already=1" aria-current="page' : ''}">${label}</a></li>`
}
