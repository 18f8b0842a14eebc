import type { Lesson } from '../../../modules/learning/index.ts'
import { cn } from '../../../platform/ui/cn.ts'
import { Icon } from '../../../platform/ui/icons.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { Progress } from '../../../platform/ui/progress.tsx'
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

const Entries = ({ entries, ...place }: Place & { entries: readonly Entry[] }) => (
  <ul>
    {entries.map((entry) => (
      <li key={entry.component_id}>
        <EntryLine entry={entry} {...place} />
      </li>
    ))}
  </ul>
)

const line = 'flex min-h-11 items-center gap-2 rounded-md px-3 py-2 text-ink no-underline'

function EntryLine({ entry, student_course_id, component_id }: Place & { entry: Entry }) {
  const t = useTexts(playerTexts)
  const current = entry.component_id === component_id
  const course = `/course/${student_course_id}`
  const href = entry.type === 'Quiz' ? `${course}/quiz/${entry.component_id}` : `${course}/${entry.component_id}`
  const note = entry.completed_ind ? t('completed') : current ? t('current') : entry.reachable_ind ? '' : t('locked')
  const label = (
    <>
      <span className="min-w-0 flex-1">{entry.name}</span>
      {note && <span className="sr-only">({note})</span>}
      {entry.completed_ind && <Icon name="check" className="text-green-ink" />}
    </>
  )
  if (!entry.reachable_ind) return <span className={cn(line, 'text-muted')}>{label}</span>
  return (
    <a
      href={current ? `${href}?already=1` : href}
      aria-current={current ? 'page' : undefined}
      className={cn(line, 'hover:bg-sunken', current && 'bg-brand-soft font-semibold')}
    >
      {label}
    </a>
  )
}
