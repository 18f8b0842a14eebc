import { expect, test } from 'vitest'
import { noSignal, openCompletions } from '#tests/fixtures/learning/completion.ts'
import { sweepReports } from './sweep-reports.ts'

/** More reports than one sweep sends; `DRAIN=10000` measures a long outage (bench/drain.md). */
const count = Number(process.env.DRAIN ?? 520)
const world = await openCompletions()
const { agency, database, job } = world
const { read } = database

/** Courses of one student with due reports, whose deadlines are in another order than their ids. */
async function addReports(): Promise<void> {
  const { student_course_id } = await world.owed()
  await read`
    with numbers as (select generate_series(1, ${count - 1}) as n),
    courses as (
      insert into learning.student_course (organization_id, user_id, course_version_id, course_website_id, lk_student_course_status_id, passed_at)
      select c.organization_id, c.user_id, c.course_version_id, c.course_website_id, c.lk_student_course_status_id, c.passed_at
      from learning.student_course c, numbers where c.student_course_id = ${student_course_id}
      returning student_course_id, organization_id),
    numbered as (select *, row_number() over (order by student_course_id) as n from courses)
    insert into learning.completion_report (organization_id, student_course_id, number, agency, state_code, record, due_at)
    select c.organization_id, c.student_course_id, 1, r.agency, r.state_code,
           jsonb_set(jsonb_set(jsonb_set(r.record, '{submission_id}', to_jsonb('AAA-' || c.student_course_id || '-1')),
                     '{student,last_name}', to_jsonb('Drain-' || c.student_course_id)),
                     '{student,driver_license}', '"W316-412-99-140-0"'),
           r.due_at + (n * 7919 % ${count}) * interval '1 second'
    from numbered c, learning.completion_report r where r.student_course_id = ${student_course_id}`
}

test('completions to an agency that was down drain in order of deadline once it is back, each once', async () => {
  agency.setDown(true)
  await addReports()
  const before = agency.submissions()
  await sweepReports(job(), noSignal)
  // One report without a response stops the rest, so none uses up an attempt.
  expect(agency.submissions() - before).toBe(1)
  const [counts] = await read<{ n: number }>`
    select count(*)::int as n from learning.completion_report where state in ('due', 'retry')`
  expect(counts!.n).toBe(count)
  agency.setDown(false)
  await world.move(16 * 60)
  const began = performance.now()
  let sweeps = 0
  for (;;) {
    await sweepReports(job(), noSignal)
    sweeps += 1
    const [open] = await read<{ n: number }>`
      select count(*)::int as n from learning.completion_report where state <> 'accepted'`
    if (open!.n === 0 || sweeps > count) break
  }
  const seconds = (performance.now() - began) / 1000
  if (process.env.DRAIN) console.log(`${count} completions in ${sweeps} sweeps, ${seconds.toFixed(1)} s`)
  const order = agency.ledger().map(({ submission_id }) => submission_id)
  const expected = await read<{ submission_id: string }>`
    select record ->> 'submission_id' as submission_id from learning.completion_report order by due_at, completion_report_id`
  expect(order).toEqual(expected.map(({ submission_id }) => submission_id))
  expect(new Set(order).size).toBe(count)
}, 1_800_000)
