import { formatLocale } from '#platform/locale-format.ts'
import { paperLocale } from '#platform/paper/fonts.ts'
import { NumberedPages } from '#platform/paper/numbered-pages.ts'
import type { Locale } from '#platform/texts.ts'
import { footprintTexts } from './footprint.texts.ts'
import type { Footprint } from './footprint.ts'
import { sectionsOf } from './footprint-sections.ts'
import { wordsOf } from './footprint-words.ts'

/** The footprint as numbered pages for readers without technical knowledge. */
export async function footprintPdf(print: Footprint, reader: Locale): Promise<Uint8Array> {
  const locale = paperLocale(reader, footprintTexts)
  const { student, course, made_at, reference } = print
  const words = wordsOf(locale, student.time_zone)
  const title = words.say('title')
  const info = { title, author: student.organization_name, language: formatLocale(locale), created: made_at }
  const about = [student.student_name, course.course_name, words.local(made_at), reference].join(' · ')
  const paper = new NumberedPages(info, (page) => `${words.say('page', { page })} · ${about}`, student.brand_color)
  paper.title(title, student.organization_name)
  for (const { title, isSubsection: below, text, facts, table } of sectionsOf(print, words)) {
    if (below) paper.subheading(title)
    else paper.heading(title)
    if (text) paper.text(text)
    if (facts) paper.facts(facts)
    if (table) {
      const columns = table.columns.map(([heading, share]) => ({ heading, share }))
      await paper.table(columns, table.rows)
    }
  }
  return paper.end()
}
