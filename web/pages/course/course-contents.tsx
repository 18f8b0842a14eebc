import type { Lesson } from '../../../modules/learning/index.ts'
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

/** Written as text, with classes of its own: the outline is most of a lesson's page. */
function Entries({ entries, ...place }: Place & { entries: readonly Entry[] }) {
  const t = useTexts(playerTexts)
  const html = entries.map((entry) => entryLine(entry, place, t)).join('')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: names are escaped, all else is our own
  return <ul className="outline-entries" dangerouslySetInnerHTML={{ __html: html }} />
}

function entryLine(entry: Entry, { student_course_id, component_id }: Place, t: Words): string {
  const current = entry.component_id === component_id
  const note = entry.completed_ind ? t('completed') : current ? t('current') : entry.reachable_ind ? '' : t('locked')
  const label = `${escapeHtml(entry.name)}${note && ` <i>(${note})</i>`}`
  const item = entry.completed_ind ? '<li class="done">' : '<li>'
  if (!entry.reachable_ind) return `${item}<span>${label}</span></li>`
  const href = `/course/${student_course_id}${entry.type === 'Quiz' ? '/quiz' : ''}/${entry.component_id}`
  return `${item}<a href="${href}${current ? '?already=1" aria-current="page' : ''}">${label}</a></li>`
}
