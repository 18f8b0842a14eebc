import { renderToStaticMarkup } from 'react-dom/server'
import type { Lesson } from '../../../modules/learning/index.ts'
import { Icon } from '../../../platform/ui/icons.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { Progress } from '../../../platform/ui/progress.tsx'
import { escapeHtml } from '../../../platform/web/escape.ts'
import { playerTexts } from './player.texts.ts'

type Chapter = Lesson['contents'][number]
type Entry = Chapter['sections'][number]['components'][number]
type Place = { student_course_id: number; component_id: number }

/** The table of contents in the drawer; the final exam stands apart at its end. */
export function CourseContents({
  contents,
  percent,
  ...place
}: Place & { contents: Lesson['contents']; percent: number }) {
  const t = useTexts(playerTexts)
  const exam = contents.filter((chapter) => chapter.final_ind)
  return (
    <>
      <Progress className="mb-3 px-3" label={t('percent', { percent })} value={percent} />
      {contents
        .filter((chapter) => !chapter.final_ind)
        .map((chapter) => (
          <details key={chapter.name} open={chapter.expanded} className="group">
            <summary className="flex min-h-11 items-center gap-2 rounded-md px-3 py-2 font-semibold hover:bg-sunken">
              {chapter.name}
            </summary>
            {chapter.sections.map((section) => (
              <section key={section.name} className="mb-2">
                <h3 className="px-3 pt-1 text-sm text-muted">{section.name}</h3>
                <Entries entries={section.components} {...place} />
              </section>
            ))}
          </details>
        ))}
      {exam.map((chapter) => (
        <section key={chapter.name} className="mt-3 border-t pt-3">
          <h3 className="px-3 text-sm text-muted">{t('finalExam')}</h3>
          <Entries entries={chapter.sections.flatMap((section) => section.components)} {...place} />
        </section>
      ))}
    </>
  )
}

type Words = (key: 'completed' | 'current' | 'locked') => string

/** Written as text: the outline is most of a lesson's page, and each of its lines would be five elements of React. */
function Entries({ entries, ...place }: Place & { entries: readonly Entry[] }) {
  const t = useTexts(playerTexts)
  const html = entries.map((entry) => `<li>${entryLine(entry, place, t)}</li>`).join('')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: names are escaped, all else is our own
  return <ul dangerouslySetInnerHTML={{ __html: html }} />
}

const line = 'flex min-h-11 items-center gap-2 rounded-md px-3 py-2'
const check = renderToStaticMarkup(<Icon name="check" className="text-green-ink" />)

function entryLine(entry: Entry, { student_course_id, component_id }: Place, t: Words): string {
  const current = entry.component_id === component_id
  const note = entry.completed_ind ? t('completed') : current ? t('current') : entry.reachable_ind ? '' : t('locked')
  const said = note && `<span class="sr-only">(${note})</span>`
  const label = `<span class="min-w-0 flex-1">${escapeHtml(entry.name)}</span>${said}${entry.completed_ind ? check : ''}`
  if (!entry.reachable_ind) return `<span class="${line} text-muted">${label}</span>`
  const href = `/course/${student_course_id}${entry.type === 'Quiz' ? '/quiz' : ''}/${entry.component_id}`
  return current
    ? `<a href="${href}?already=1" aria-current="page" class="${line} ${link} bg-brand-soft font-semibold">${label}</a>`
    : `<a href="${href}" class="${line} ${link}">${label}</a>`
}

const link = 'text-ink no-underline hover:bg-sunken'
