import { createHash } from 'node:crypto'
import { turnChecksOff } from '#migrations/demo/identity-checks.ts'
import type { Database } from '#platform/db/database.ts'
import type { Sql } from '#platform/db/sql.ts'
import { enrollStudents, findLesson, openLesson, passBefore, placeVisitors, sitQuiz } from './seed-learning.ts'
import { course_website_id, type Seeded, type Sizes, sessionOf } from './seeded.ts'

/** Fills a database that has the demo with the measurements' data, in bulk, straight into the tables. */
export async function seed(db: Database, sizes: Sizes): Promise<Seeded> {
  const { students, learners, gridStudents } = sizes
  return db.tx(async (sql) => {
    await turnChecksOff(sql)
    await addReferenceTables(sql, students)
    await sellMoreCourses(sql)
    const user_id = await addStudents(sql, students)
    const lesson = await findLesson(sql)
    const student_course_id = await enrollStudents(sql, { first: user_id, students })
    const student_progress_id = await openLesson(sql, user_id, lesson.component_id)
    await passBefore(sql, student_course_id, learners, lesson.position)
    const quiz = await sitQuiz(sql, { first: student_course_id, students })
    const first = { user_id, student_course_id, student_progress_id }
    const visitors = await placeVisitors(sql, { first, students, quiz: quiz.component_id })
    const admins = await addAdmins(sql)
    await fillGrid(sql, gridStudents)
    return {
      students: students - 4,
      learners,
      first,
      lesson,
      quiz,
      visitors,
      admins,
      gridStudents,
      exported: gridStudents / 2,
    }
  })
}

async function addReferenceTables(sql: Sql, students: number): Promise<void> {
  await sql`create schema bench`
  await sql`
    create table bench.card (
      card_id integer primary key, name text, excerpt text, image text, language text, hours integer, rating float8,
      states text, price_cents integer)`
  await sql`
    insert into bench.card
    select n, 'Basic Driver Improvement ' || n, v.excerpt, v.image, 'English', 4, 4.7, 'Florida', 1995 + n
    from generate_series(1, 20) n, catalogue.course_version v where v.course_version_id = 1`
  await sql`
    create table bench.note (note_id integer primary key, beats integer not null default 0, at timestamptz)
    with (fillfactor = 50)`
  await sql`insert into bench.note (note_id) select generate_series(1, ${students}::int)`
}

/** Copies of the demo's first course, until the first page of the default site is full. */
async function sellMoreCourses(sql: Sql): Promise<void> {
  await sql`
    create temp table extra on commit drop as
    select n, 9000 + n as id from generate_series(1, 20) n`
  await sql`
    insert into catalogue.course (course_id, organization_id, slug)
    select id, 1, 'bench-' || n from extra`
  await sql`
    insert into catalogue.course_version
      (course_version_id, course_id, version_number, name, excerpt, description, image, rating, required_seconds, published_at)
    select x.id, x.id, 1, v.name || ' ' || x.n, v.excerpt, v.description, v.image, v.rating, v.required_seconds, v.published_at
    from catalogue.course_version v, extra x where v.course_version_id = 1`
  await sql`update catalogue.course set published_version_id = course_id where course_id in (select id from extra)`
  await sql`insert into catalogue.course_state select id, 10 from extra`
}

/** Puts the copies on sale, or takes them off sale. */
export async function sellCopies(db: Database, on: boolean): Promise<void> {
  await db.tx(async (sql) => {
    await sql`delete from catalogue.course_website where course_id > 9000`
    if (!on) return
    await sql`
      insert into catalogue.course_website (course_website_id, organization_id, website_id, course_id, price_cents)
      select c.course_id, 1, w.website_id, c.course_id, 1995
      from catalogue.course c, catalogue.course_website w
      where c.course_id > 9000 and w.course_website_id = ${course_website_id}
      order by c.course_id limit 20`
  })
}

async function addStudents(sql: Sql, students: number): Promise<number> {
  const rows = await sql<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name, about_you_at)
    select 1, 3, 'bench' || n || '@example.com', 'bench' || n || '@example.com', 'Bench', 'Student ' || n, platform.now()
    from generate_series(1, ${students}::int) n
    returning user_id`
  await addSessions(sql, rows)
  return rows[0]!.user_id
}

async function addSessions(sql: Sql, people: readonly { user_id: number }[], organization_id = 1): Promise<void> {
  const sessions = people.map(({ user_id }) => ({
    user_id,
    organization_id,
    reference_hash: createHash('sha256').update(sessionOf(user_id)).digest(),
    expires_at: new Date(Date.now() + 43_200_000),
    idle_seconds: 43_200,
  }))
  for (let index = 0; index < sessions.length; index += 1_000) {
    await sql`insert into identity.session ${sql(sessions.slice(index, index + 1_000))}`
  }
}

export async function addAdmins(sql: Sql, { organization_id = 1, number = 16 } = {}): Promise<number[]> {
  const rows = await sql<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name, about_you_at)
    select ${organization_id}::int, 1, 'bench-admin' || n || '@example.com', 'bench-admin' || n || '@example.com', 'Bench', 'Admin', platform.now()
    from generate_series(1, ${number}::int) n
    returning user_id`
  await addSessions(sql, rows, organization_id)
  return rows.map(({ user_id }) => user_id)
}

/** Students of two years, half of them in each, three quarters with a course. */
async function fillGrid(sql: Sql, gridStudents: number): Promise<void> {
  await sql`
    with made as (
      insert into identity.person
        (organization_id, lk_user_role_id, loginid, email, first_name, last_name, dob, created_at, updated_at)
      select 1, 3, 'grid' || n || '@example.com', 'grid' || n || '@example.com',
             (array['Ana', 'Ben', 'Cleo', 'Dan', 'Eva', 'Finn', 'Gus'])[1 + n % 7], 'Learner ' || n,
             date '1960-01-01' + n % 15000,
             timestamptz '2022-01-01 00:00Z' + interval '1 year' * (n % 2) + interval '1 minute' * (n % 500000)
               + interval '1 second' * n / 1000,
             timestamptz '2024-01-01 00:00Z'
      from generate_series(1, ${gridStudents}::int) n
      returning user_id, created_at)
    insert into learning.student_course
      (organization_id, user_id, course_version_id, course_website_id, lk_student_course_status_id, created_at)
    select 1, user_id, 1, ${course_website_id}, 1 + user_id % 7, created_at from made where user_id % 4 <> 0`
}

/**
 * Gives a database the statistics of one in use. Empty tables stay unknown, as in a new installation: PostgreSQL
 * expects a table that it knows to be empty to stay so, scans it, and keeps that plan while it fills (checking a
 * reference to a cart went from 0.01 ms to 1 ms within a minute of load).
 */
export async function analyzeFilled(db: Database): Promise<void> {
  await db.tx(async (sql) => {
    const filledRows = await sql<{ name: string }>`
      select n.nspname || '.' || c.relname as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema') and pg_relation_size(c.oid) > 0`
    for (const { name } of filledRows) await sql`analyze ${sql(name)}`
  })
}
