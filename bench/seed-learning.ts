import type { Database } from '#platform/db/database.ts'
import type { Sql } from '#platform/db/sql.ts'
import { course_website_id, type Seeded } from './seeded.ts'

/** The medium-sized lesson of the first course: neither an empty page nor the longest. */
export async function findLesson(sql: Sql): Promise<Seeded['lesson']> {
  const lessons = await sql<Seeded['lesson']>`
    select component_id, name, position from catalogue.component
    where course_version_id = 1 and lk_component_type_id = 1 order by length(data::text), component_id`
  return lessons[Math.floor(lessons.length / 2)]!
}

type Students = { readonly first: number; readonly students: number }

export async function enrollStudents(sql: Sql, { first, students }: Students): Promise<number> {
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

export async function openLesson(sql: Sql, first: number, component_id: number): Promise<number> {
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

/**
 * As if every student had just sent a heartbeat: more time passes between two rows of the bench than between
 * heartbeats.
 */
export async function beatNow(db: Database): Promise<void> {
  await db.read`
    update learning.seat_lease set from_at = t.now, beat_at = t.now, interacted_at = t.now, sequence = 0
    from (select date_trunc('milliseconds', platform.now()) as now) t`
}

/** The lessons before a position, which a student who has come this far may open again. */
export async function listPassedLessons(db: Database, position: number): Promise<number[]> {
  const lessons = await db.read<{ component_id: number }>`
    select component_id from catalogue.component
    where course_version_id = 1 and lk_component_type_id = 1 and position < ${position}
      and not jsonb_path_exists(data, '$.components[*] ? (@.component == "video")')
    order by position`
  return lessons.map(({ component_id }) => component_id)
}

export async function passBefore(sql: Sql, first: number, count: number, position: number): Promise<void> {
  await sql`
    insert into learning.student_progress (student_course_id, organization_id, component_id, credited_ms, completed_at)
    select n, 1, c.component_id, c.required_seconds * 1000, platform.now()
    from generate_series(${first}::int, ${first + count - 1}::int) n, catalogue.component c
    where c.course_version_id = 1 and c.position < ${position}
    on conflict (student_course_id, component_id) do update set completed_at = excluded.completed_at`
}

/** The last students: one hasn't registered, one is before a video, one in the quiz, one before the quiz. */
export async function placeVisitors(
  sql: Sql,
  { first, students, quiz }: Pick<Seeded, 'first' | 'students'> & { quiz: number },
): Promise<Seeded['visitors']> {
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

/** Gives every student an attempt at the first quiz, with its first question shown. */
export async function sitQuiz(sql: Sql, { first, students }: Students): Promise<Seeded['quiz']> {
  const [row] = await sql<{ component_id: number; question_id: number; quiz_id: number; options: number[] }>`
    select c.component_id, q.question_id, q.quiz_id,
           array(select (o.value ->> 'id')::int from jsonb_array_elements(q.configuration -> 'options') o) as options
    from catalogue.component c
    join catalogue.question q on q.course_version_id = 1 and q.quiz_id = (c.data ->> 'quiz_id')::int
    where c.course_version_id = 1 and c.lk_component_type_id = 3 and not c.final_ind and q.lk_question_type_id = 2
    order by c.position, q.position limit 1`
  const { component_id, question_id, quiz_id, options } = row!
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
