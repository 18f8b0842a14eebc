import { createHash } from 'node:crypto'
import type { Database } from '../platform/db/database.ts'
import type { Sql } from '../platform/db/sql.ts'

/** Who and what the load asks for; ids have no gaps: the n-th student has the n-th id of each kind. */
export type Seeded = {
  /** So many take the course; the last ones stand elsewhere. */
  readonly students: number
  /** So many of them have come as far as the lesson and the quiz. */
  readonly learners: number
  readonly first: { readonly user_id: number; readonly student_course_id: number; readonly student_progress_id: number }
  readonly lesson: { readonly component_id: number; readonly name: string; readonly position: number }
  readonly quiz: { readonly component_id: number; readonly question_id: number; readonly options: readonly number[] }
  /** Students who stand elsewhere, for their pages. */
  readonly visitors: Readonly<Record<'unregistered' | 'film' | 'quiz' | 'beginner', Place>>
  readonly admins: readonly number[]
  readonly gridStudents: number
  readonly exported: number
}

type Place = { readonly user_id: number; readonly student_course_id: number; readonly component_id: number }

const students = 2_000
const learners = 200
export const gridStudents = 200_000
const course_website_id = 1001

/** The reference of the session that `seed` gives a person; kept as its SHA-256, like every other. */
export const sessionOf = (user_id: number): string =>
  createHash('sha256').update(`bench ${user_id}`).digest('base64url')
export const leaseOf = (user_id: number): string => {
  const hex = createHash('md5').update(`bench ${user_id}`).digest('hex')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}

/** Fills a database that has the demo with what the measurements need; everything in bulk, straight into the tables. */
export async function seed(db: Database): Promise<Seeded> {
  return db.tx(async (sql) => {
    await addReferenceTables(sql)
    await sellMoreCourses(sql)
    const user_id = await addStudents(sql)
    const lesson = await findLesson(sql)
    const student_course_id = await enrolStudents(sql, user_id)
    const student_progress_id = await openLesson(sql, user_id, lesson.component_id)
    await passBefore(sql, student_course_id, learners, lesson.position)
    const quiz = await sitQuiz(sql, student_course_id)
    const first = { user_id, student_course_id, student_progress_id }
    const visitors = await placeVisitors(sql, first, quiz.component_id)
    const admins = await addAdmins(sql)
    await fillGrid(sql)
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

async function addReferenceTables(sql: Sql): Promise<void> {
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

/** Puts the copies on sale, or takes them off again. */
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

async function addStudents(sql: Sql): Promise<number> {
  const rows = await sql<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name, about_you_at)
    select 1, 3, 'bench' || n || '@example.com', 'bench' || n || '@example.com', 'Bench', 'Student ' || n, platform.now()
    from generate_series(1, ${students}::int) n
    returning user_id`
  await addSessions(sql, rows)
  return rows[0]!.user_id
}

async function addSessions(sql: Sql, people: readonly { user_id: number }[]): Promise<void> {
  const sessions = people.map(({ user_id }) => ({
    user_id,
    organization_id: 1,
    reference_hash: createHash('sha256').update(sessionOf(user_id)).digest(),
    expires_at: new Date(Date.now() + 43_200_000),
    idle_seconds: 43_200,
  }))
  for (let at = 0; at < sessions.length; at += 1_000) {
    await sql`insert into identity.session ${sql(sessions.slice(at, at + 1_000))}`
  }
}

/** The lesson of middle size of the first course: neither an empty page nor the longest. */
async function findLesson(sql: Sql): Promise<Seeded['lesson']> {
  const lessons = await sql<Seeded['lesson']>`
    select component_id, name, position from catalogue.component
    where course_version_id = 1 and lk_component_type_id = 1 order by length(data::text), component_id`
  return lessons[Math.floor(lessons.length / 2)]!
}

async function enrolStudents(sql: Sql, first: number): Promise<number> {
  const [row] = await sql<{ student_course_id: number }>`
    with made as (
      insert into learning.student_course
        (organization_id, user_id, course_version_id, course_website_id, lk_student_course_status_id, registered_at,
         agreed_at, started_at, expires_at)
      select 1, ${first} + n, 1, ${course_website_id}, 4, platform.now(), platform.now(), platform.now(),
             platform.now() + interval '90 days'
      from generate_series(0, ${students - 1}::int) n
      returning student_course_id)
    select min(student_course_id) as student_course_id from made`
  return row!.student_course_id
}

async function openLesson(sql: Sql, first: number, component_id: number): Promise<number> {
  const [row] = await sql<{ student_progress_id: number }>`
    with made as (
      insert into learning.student_progress (student_course_id, organization_id, component_id)
      select student_course_id, 1, ${component_id} from learning.student_course where user_id >= ${first}
      order by student_course_id
      returning student_progress_id)
    select min(student_progress_id) as student_progress_id from made`
  await sql`
    insert into learning.seat_lease
      (user_id, organization_id, lease_id, student_course_id, component_id, student_progress_id, from_at, beat_at,
       base_ms, required_ms, interacted_at, idle_limit)
    select sc.user_id, 1, overlay(overlay(md5('bench ' || sc.user_id) placing '4' from 13) placing '8' from 17)::uuid, sc.student_course_id, p.component_id,
           p.student_progress_id, t.now, t.now, 0, 600000, t.now, interval '10 minutes'
    from learning.student_course sc join learning.student_progress p using (student_course_id),
         (select date_trunc('milliseconds', platform.now()) as now) t
    where sc.user_id >= ${first}`
  return row!.student_progress_id
}

/** As if every student had beaten a moment ago: between two rows of the bench more time passes than between beats. */
export async function beatNow(db: Database): Promise<void> {
  await db.read`
    update learning.seat_lease set from_at = t.now, beat_at = t.now, interacted_at = t.now, sequence = 0
    from (select date_trunc('milliseconds', platform.now()) as now) t`
}

async function passBefore(sql: Sql, first: number, count: number, position: number): Promise<void> {
  await sql`
    insert into learning.student_progress (student_course_id, organization_id, component_id, credited_ms, completed_at)
    select n, 1, c.component_id, c.required_seconds * 1000, platform.now()
    from generate_series(${first}::int, ${first + count - 1}::int) n, catalogue.component c
    where c.course_version_id = 1 and c.position < ${position}
    on conflict (student_course_id, component_id) do update set completed_at = excluded.completed_at`
}

/** The last students: one has not registered, one is before a video, one in the quiz, one before the quiz. */
async function placeVisitors(sql: Sql, first: Seeded['first'], quiz: number): Promise<Seeded['visitors']> {
  const place = (back: number, component_id: number) => ({
    user_id: first.user_id + students - back,
    student_course_id: first.student_course_id + students - back,
    component_id,
  })
  const rows = await sql<{ component_id: number; position: number; film: boolean }>`
    select component_id, position, component_id <> ${quiz} as film from catalogue.component
    where course_version_id = 1
      and (component_id = ${quiz} or jsonb_path_exists(data, '$.components[*] ? (@.component == "video")'))
    order by position`
  const [film, at] = [rows.find((row) => row.film)!, rows.find((row) => !row.film)!]
  const visitors = {
    unregistered: place(1, 0),
    film: place(2, film.component_id),
    quiz: place(3, quiz),
    beginner: place(4, quiz),
  }
  await passBefore(sql, visitors.film.student_course_id, 1, film.position)
  await passBefore(sql, visitors.beginner.student_course_id, 2, at.position)
  const { student_course_id } = visitors.beginner
  await sql`
    delete from learning.quiz_answer where quiz_attempt_id in (
      select quiz_attempt_id from learning.quiz_attempt where student_course_id = ${student_course_id})`
  await sql`delete from learning.quiz_attempt where student_course_id = ${student_course_id}`
  await sql`
    update learning.student_course
    set lk_student_course_status_id = 1, registered_at = null, agreed_at = null, started_at = null
    where student_course_id = ${visitors.unregistered.student_course_id}`
  return visitors
}

/** An attempt of every student at the first quiz, with its first question shown. */
async function sitQuiz(sql: Sql, first: number): Promise<Seeded['quiz']> {
  const [found] = await sql<{ component_id: number; question_id: number; quiz_id: number; options: number[] }>`
    select c.component_id, q.question_id, q.quiz_id,
           array(select (o.value ->> 'id')::int from jsonb_array_elements(q.configuration -> 'options') o) as options
    from catalogue.component c
    join catalogue.question q on q.course_version_id = 1 and q.quiz_id = (c.data ->> 'quiz_id')::int
    where c.course_version_id = 1 and c.lk_component_type_id = 3 and not c.final_ind and q.lk_question_type_id = 2
    order by c.position, q.position limit 1`
  const { component_id, question_id, quiz_id, options } = found!
  await sql`
    insert into learning.quiz_attempt
      (organization_id, student_course_id, component_id, quiz_id, attempt_number, threshold, total)
    select 1, n, ${component_id}, ${quiz_id}, 1, 80, 5
    from generate_series(${first}::int, ${first + students - 1}::int) n`
  await sql`
    insert into learning.quiz_answer
      (organization_id, quiz_attempt_id, question_id, position, option_order, required, no_edit_after_save, served_at)
    select 1, quiz_attempt_id, ${question_id}, 1, ${sql.array(options)}::int[], true, false, platform.now()
    from learning.quiz_attempt`
  return { component_id, question_id, options }
}

async function addAdmins(sql: Sql): Promise<number[]> {
  const rows = await sql<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name, about_you_at)
    select 1, 1, 'bench-admin' || n || '@example.com', 'bench-admin' || n || '@example.com', 'Bench', 'Admin', platform.now()
    from generate_series(1, 8) n
    returning user_id`
  await addSessions(sql, rows)
  return rows.map(({ user_id }) => user_id)
}

/** Students of two years, half of them in each; three of four have a course. */
async function fillGrid(sql: Sql): Promise<void> {
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
