import { isTest, type Source } from './source.ts'

type GuardedColumns = { table: string; columns: readonly string[]; writers: readonly string[] }

/** Columns that only these files may write, because their values follow a state table. */
const guarded: readonly GuardedColumns[] = [
  {
    table: 'learning.student_course',
    columns: ['lk_student_course_status_id', 'lk_student_course_status_reason_id'],
    writers: ['modules/learning/status/change-status.ts', 'modules/learning/status/insert-student-course.ts'],
  },
]

/**
 * Finds writes to guarded columns elsewhere: in the product's statements, and in functions and triggers of migrations.
 */
export function checkGuardedColumns(sources: readonly Pick<Source, 'path' | 'text'>[]): string[] {
  const shipped = sources.filter(
    (source) =>
      !isTest(source as Source) && (/^(modules|platform|web|jobs)\//.test(source.path) || source.path.endsWith('.sql')),
  )
  return guarded.flatMap((rule) => [
    ...shipped
      .filter(({ path, text }) => !rule.writers.includes(path) && writes(rule, text))
      .map(({ path }) => `${path} writes ${rule.columns.join(' or ')}: only ${rule.writers.join(' and ')} may`),
    ...rule.writers.filter((path) => !sources.some((source) => source.path === path && writes(rule, source.text))),
  ])
}

function writes({ table, columns }: GuardedColumns, text: string): boolean {
  const name = table.replace('.', '\\.')
  const column = columns.join('|')
  // An insert sets an initial value, even if only by default.
  if (new RegExp(`\\b(?:insert\\s+into|merge\\s+into|copy)\\s+${name}(?!\\w)`, 'i').test(text)) return true
  if (new RegExp(`\\bnew\\.(?:${column})\\s*:=`, 'i').test(text)) return true
  const updates = text.matchAll(
    new RegExp(`\\bupdate\\s+${name}(?!\\w)[^\`;]*?\\bset\\b([^\`;]*?)(?=\\bwhere\\b|\`|;)`, 'gis'),
  )
  // A variable set list may contain any column.
  return [...updates].some(([, set]) => new RegExp(`^\\s*\\$\\{|\\b(?:${column})\\s*=`, 'i').test(set!))
}
