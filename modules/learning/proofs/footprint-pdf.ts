import { formatLocale } from '#platform/locale-format.ts'
import { paperLocale } from '#platform/paper/fonts.ts'
import { NumberedPages } from '#platform/paper/numbered-pages.ts'
import type { Locale } from '#platform/texts.ts'
import { footprintTexts } from './footprint.texts.ts'
import type { Footprint } from './footprint.ts'
import { sectionsOf } from './footprint-sections.ts'
import { wordsOf } from './footprint-words.ts'

/** The footprint as numbered pages for readers without technical knowledge. */
export async function footprintPdf(footprint: Footprint, reader: Locale): Promise<Uint8Array> {
  const locale = paperLocale(reader, footprintTexts)
  const { student, course, made_at, reference } = footprint
  const words = wordsOf(locale, student.time_zone)
  const title = words.t('title')
  const info = { title, author: student.organization_name, language: formatLocale(locale), created: made_at }
  const footer = [student.student_name, course.course_name, words.local(made_at), reference].join(' · ')
  const paper = new NumberedPages(info, (page) => `${words.t('page', { page })} · ${footer}`, student.brand_color)
  paper.title(title, student.organization_name)
  for (const { title: heading, isSubsection, text, facts, table } of sectionsOf(footprint, words)) {
    if (isSubsection) paper.subheading(heading)
    else paper.heading(heading)
    if (text) paper.text(text)
    if (facts) paper.facts(facts)
    if (table) {
      const columns = table.columns.map(([name, share]) => ({ heading: name, share }))
      await paper.table(columns, table.rows)
    }
  }
  return paper.end()
}
