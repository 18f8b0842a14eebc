import type { Lesson } from '#modules/learning/entry.ts'
import { pathTo } from '#platform/path-to.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { Ring } from '#platform/ui/ring.tsx'
import { CourseTexts, CourseWords } from './course-words.tsx'
import { playerTexts } from './player.texts.ts'

type Contents = Lesson['contents']
type Chapter = Contents[number]
type Entry = Chapter['sections'][number]['entries'][number]
/** The student's position. */
type Place = { student_course_id: number; component_id: number | null }
type ContentsProps = { contents: Contents; place: Place; lang: string | undefined }

/** The table of contents of a course; the final exam is separate at its end. `lang`: of its names, if not the page's. */
export function CourseContents({ contents, place, lang }: ContentsProps) {
  const chapters = contents.filter((chapter) => !chapter.final_ind)
  const exams = contents.filter((chapter) => chapter.final_ind)
  return (
    <CourseTexts lang={lang}>
      {chapters.map((chapter) => (
        <ChapterContents key={firstOf(chapter)} chapter={chapter} place={place} />
      ))}
      {exams.map((chapter) => (
        <ExamContents key={firstOf(chapter)} chapter={chapter} place={place} />
      ))}
    </CourseTexts>
  )
}

const firstOf = ({ sections }: Chapter) => sections[0]?.entries[0]?.component_id

type ChapterProps = { chapter: Chapter; place: Place }

function ChapterContents({ chapter: { name, sections }, place }: ChapterProps) {
  const entries = sections.flatMap((section) => section.entries)
  return (
    <details open={entries.some(({ component_id }) => component_id === place.component_id)} className="group">
      <summary className="flex min-h-11 items-center gap-2 rounded-md px-3 py-2 font-semibold hover:bg-muted">
        <Ring
          value={entries.filter(({ state }) => state === 'completed').length}
          max={entries.length}
          className="size-5"
        />
        <CourseWords>{name}</CourseWords>
      </summary>
      {sections.map((section) => (
        <section key={section.entries[0]?.component_id} className="mb-2">
          <h3 className="px-3 pt-1 text-sm text-muted-foreground">
            <CourseWords>{section.name}</CourseWords>
          </h3>
          <Entries entries={section.entries} place={place} />
        </section>
      ))}
    </details>
  )
}

function ExamContents({ chapter, place }: ChapterProps) {
  const t = useTexts(playerTexts)
  return (
    <section className="mt-3 border-t pt-3">
      <h3 className="px-3 text-sm text-muted-foreground">{t('finalExam')}</h3>
      <Entries entries={chapter.sections.flatMap(({ entries }) => entries)} place={place} />
    </section>
  )
}

const Entries = ({ entries, place }: { entries: readonly Entry[]; place: Place }) => (
  <ul className="outline-entries">
    {entries.map((entry) => (
      <li key={entry.component_id} className={entry.state === 'completed' ? 'done' : undefined}>
        <EntryLink entry={entry} place={place} />
      </li>
    ))}
  </ul>
)

function EntryLink({ entry: { component_id, name, quiz_ind, minutes, state }, place }: { entry: Entry; place: Place }) {
  const t = useTexts(playerTexts)
  const isCurrent = component_id === place.component_id
  const note = state === 'open' ? isCurrent && t('current') : t(state)
  const label = (
    <>
      <CourseWords>{name}</CourseWords>
      {note && <i> ({note})</i>}
      {minutes > 0 && <small>{t('minutesShort', { n: minutes })}</small>}
    </>
  )
  if (state === 'locked') return <span>{label}</span>
  const part = quiz_ind ? '/course/:studentCourseId/quiz/:componentId' : '/course/:studentCourseId/:componentId'
  const ids = { studentCourseId: place.student_course_id, componentId: component_id }
  return (
    <a
      href={pathTo(part, ids, { query: { already: isCurrent ? 1 : null } })}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {label}
    </a>
  )
}
