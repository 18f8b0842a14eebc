import type { Ctx } from '#platform/ctx.ts'
import { releaseFiles } from '#platform/files/file-claims.ts'
import { personRowsSql } from './person-rows.ts'
import type { HeldCourses, Owner, PersonalTable } from './personal-table.ts'

/** How many rows of each table were deleted or changed. */
export type ErasedCounts = Record<string, number>

/**
 * Erases a person from every table as declared, in the caller's transaction. The declaration states why rows stay, and
 * `held` lists those that a program must still keep. Safe to repeat.
 */
export async function erasePersonalData(
  ctx: Pick<Ctx, 'sql'>,
  tables: readonly PersonalTable[],
  user_id: number,
  heldCourses: HeldCourses = { records: [], identity: [] },
): Promise<ErasedCounts> {
  const erased: ErasedCounts = {}
  for (const personalTable of tables) {
    const statement = statementOf(personalTable, heldCourses)
    if (!statement) continue
    const rows: readonly Record<string, string | null>[] = await ctx.sql.text(statement.text, [
      user_id,
      ...statement.values(user_id),
    ])
    await releaseFiles(
      ctx,
      rows.flatMap((row) => (personalTable.files ?? []).map((column) => row[column] ?? null)),
    )
    if (rows.length > 0) erased[personalTable.table] = rows.length
  }
  return erased
}

type Statement = { text: string; values(user_id: number): (string | null)[] }

function statementOf(personalTable: PersonalTable, heldCourses: HeldCourses): Statement | null {
  const { table, erase, files = [] } = personalTable
  const rows = [personRowsSql(personalTable), ...isNotHeld(personalTable, heldCourses)].join(' and ')
  const returningColumns = ['1 as row', ...files].join(', ')
  if (erase === 'delete')
    return { text: `delete from ${table} where ${rows} returning ${returningColumns}`, values: () => [] }
  if ('deleteUnless' in erase) {
    const unless = erase.deleteUnless.map(isNotIn).join(' and ')
    return { text: `delete from ${table} where ${rows} and ${unless} returning ${returningColumns}`, values: () => [] }
  }
  if (!('set' in erase)) return null
  const columns = Object.entries(erase.set)
  const values = columns.map(([column], index) => `${column} = $${index + 2}`).join(', ')
  // A single statement waits for a concurrent change of a row and then changes its newest version.
  const before = files.map((column) => `old.${column}`)
  const text = `update ${table} set ${values} where ${rows} returning ${['1 as row', ...before].join(', ')}`
  return {
    text,
    values: (user_id) => columns.map(([, value]) => value?.replaceAll('{id}', String(user_id)) ?? null),
  }
}

/** Ids are numbers of the database, never input. */
function isNotHeld({ heldAs }: PersonalTable, heldCourses: HeldCourses): string[] {
  const ids = heldAs ? heldCourses[heldAs].map(Number) : []
  return ids.length > 0 ? [`student_course_id not in (${ids.join(', ')})`] : []
}

const isNotIn = ({ table, key, whose }: Owner): string => `${whose.column} not in (select ${key} from ${table})`
