import type { Database } from '#platform/db/database.ts'
import type { Sql } from '#platform/db/sql.ts'
import { firstOf, large, openTenants, seedTenant } from '#tests/support/grid-seed.ts'
import { addAdmins } from './seed.ts'

const students = 1_000_000
/** The school whose lists are long. */
const school = { ...large, courses: 500, apart: 2_000_000 }
export const host = 'lrg.localhost'

export type LongLists = {
  readonly admins: readonly number[]
  /** The number before the first student's ID. */
  readonly first: number
  readonly students: number
}

/** Fills an empty school with a million students, and `rows` rows in every other growing list. */
export async function seedLists(db: Database, rows: number): Promise<LongLists> {
  return db.tx(async (sql) => {
    // The rows are consistent by construction: checking each reference takes longer than writing it.
    await sql`set local session_replication_role = replica`
    await sql`alter table identity.person enable always trigger person_timezone`
    await sql`alter table catalogue.course_version enable always trigger owner`
    const addIndexes = await dropIndexes(sql)
    await openTenants(sql)
    await seedTenant(sql, { ...school, rows })
    // They aren't reports of real completions: none is due.
    await sql`update learning.completion_report set next_try_at = 'infinity'`
    await addStudents(sql, rows)
    await addTickets(sql, rows)
    await addRuns(sql, rows)
    await sql`
      insert into identity.person_letters (user_id, letters) select user_id, search_text from identity.person
      on conflict (user_id) do nothing`
    const { organization_id } = school
    const admins = await addAdmins(sql, { organization_id, number: 64 })
    await addIndexes()
    await sql`call platform.count_rows_again()`
    await sql`alter table identity.person enable trigger person_timezone`
    await sql`alter table catalogue.course_version enable trigger owner`
    return { admins, first: firstOf(school), students }
  })
}

/**
 * Drops the indexes that are only searched, and returns a function that adds them again. Building an index takes a
 * tenth of the time of filling it row by row.
 */
async function dropIndexes(sql: Sql): Promise<() => Promise<void>> {
  // It checks promo codes for duplicates, which takes a minute for all of them; no list reads it.
  await sql`alter table checkout.promo_code drop constraint promo_code_of_place_excl`
  const indexes = await sql<{ name: string; made: string }>`
    select indexrelid::regclass::text as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as made
    from pg_index join pg_class i on i.oid = indexrelid
    -- An index of a partitioned table is dropped and made with those of its partitions.
    where not indisunique and not indisexclusion and not i.relispartition and i.relnamespace = any(
      array['backoffice', 'checkout', 'identity', 'learning', 'platform', 'support']::regnamespace[])`
  for (const { name } of indexes) await sql`drop index ${sql(name)}`
  return async () => {
    for (const { made } of indexes) await sql.text(made)
  }
}

/** The rest of the students, three quarters of them with a course. They came before the others. */
async function addStudents(sql: Sql, rows: number): Promise<void> {
  const { organization_id } = school
  await sql`
    insert into identity.person (user_id, organization_id, lk_user_role_id, loginid, email, first_name, last_name, timezone, created_at)
    select ${firstOf(school)}::int + n, ${organization_id}::int, 3, 'learner' || n, 'learner' || n || '@example.com',
           (array['Ana', 'Ben', 'Cleo', 'Dan', 'Eva', 'Finn', 'Gus'])[1 + n % 7], 'Learner ' || n,
           'America/New_York', timestamptz '2022-01-01 00:00Z' + n * interval '2 minutes'
    from generate_series(${rows + 1}::int, ${students}::int) n`
  await sql`
    insert into learning.student_course (organization_id, user_id, course_version_id, course_website_id,
                                         lk_student_course_status_id, created_at)
    select organization_id, user_id, 901, organization_id * 10 + 901, 1 + user_id % 22, created_at
    from identity.person
    where organization_id = ${organization_id}::int and user_id between ${firstOf(school) + rows + 1}::int
      and ${firstOf(school) + students}::int and user_id % 4 <> 0`
}

/** One ticket in a hundred awaits its assignment. */
async function addTickets(sql: Sql, rows: number): Promise<void> {
  const { organization_id } = school
  await sql`
    insert into support.ticket (issue_id, organization_id, reporter_user_id, reporter_first_name, reporter_last_name,
      reporter_role_id, created_by, lk_issue_category_id, lk_issue_status_id, issue_name, last_sequence,
      last_reporter_sequence, created_at, last_message_at)
    select user_id, organization_id, user_id, first_name, last_name, 3, user_id, 1 + user_id % 5,
           case when user_id % 100 = 0 then 5 else 1 + user_id % 4 end, 'Question ' || user_id, 1, 1,
           created_at, created_at + interval '1 hour'
    from identity.person where organization_id = ${organization_id}::int and lk_user_role_id = 3
    order by user_id limit ${rows}::int`
  await sql`
    insert into support.message (organization_id, issue_id, sequence, side, message, client_id)
    select organization_id, issue_id, 1, 'reporter', 'My certificate did not come', gen_random_uuid()
    from support.ticket where organization_id = ${organization_id}::int`
}

/** Reports that were run. */
async function addRuns(sql: Sql, rows: number): Promise<void> {
  const { organization_id } = school
  await sql`
    insert into backoffice.report_run (organization_id, user_id, report, format, locale, state, rows_written, request_id, ended_at)
    select ${organization_id}::int, ${firstOf(school) + 1}::int, 'student-course', 'csv', 'en-us', 'done', n, 'run ' || n,
           platform.now()
    from generate_series(1, ${rows}::int) n`
}
