import { beforeEach, expect, test } from 'vitest'
import { sweepReports } from '#modules/learning/reporting/sweep-reports.ts'
import { course, noSignal, openCompletions } from '#tests/fixtures/learning/completion.ts'
import { studentActor } from '#tests/fixtures/learning/course.ts'
import { makeDailyFiles } from './daily-files.ts'
import { holdAgency, releaseAgency } from './hold-queue.ts'
import { saveAgencyAccount } from './save-account.ts'

const world = await openCompletions()
const { database, job, reportsOf } = world
const keys = new Set(['MANAGE_SETTINGS:READ', 'MANAGE_SETTINGS:UPDATE', 'MANAGE_STUDENTS:UPDATE'] as const)
const admin = () => world.ctx({ ...studentActor(900_101), role: 'Admin', permissions: keys })
const agency = 'tx-tdlr'
const layout = {
  form: 'csv',
  encoding: 'ascii',
  line_end: 'crlf',
  file_name: 'completions-{number:5}.csv',
  delimiter: ',',
  quote: 'needed',
  column_names: false,
  fields: [
    { name: 'id', from: 'submission_id', required: true },
    { name: 'outcome', from: 'outcome', codes: { passed: 'P', failed: 'F' } },
  ],
}
const save = (daily_at: string) =>
  saveAgencyAccount.run(admin(), {
    agency,
    method: 'file',
    settings: { layout: JSON.stringify(layout), sample: 'AAA-1-1,P\r\n', delivery: 'download', daily_at },
    secrets: {},
  })

async function owed(): Promise<number> {
  const { student_course_id, completion_report_id } = await world.owed({ version: course.permit })
  await database.read`
    update learning.completion_report set agency = ${agency}, state_code = 'TX'
    where completion_report_id = ${completion_report_id}`
  return student_course_id
}
const files = () => database.read<{ name: string; records: number; user_id: number }>`
  select name, cardinality(report_ids) as records, user_id from learning.agency_file order by agency_file_id`

/** Sets the clock to the next occurrence of this time in New York. */
async function moveTo(time: string): Promise<void> {
  const [row] = await database.read<{ seconds: number }>`
    select mod(86400 + extract(epoch from ${time}::time - (platform.now() at time zone 'America/New_York')::time)::int,
               86400) as seconds`
  await world.move(row!.seconds)
}
const sweep = () => sweepReports(job(), noSignal)

beforeEach(async () => {
  await database.read`delete from learning.agency_file`
  await database.read`delete from learning.agency_account`
  await database.read`
    update learning.completion_report set state = 'rejected', accepted_at = null where state not in ('accepted', 'rejected')`
  await database.read`update identity.organization set time_zone = 'America/New_York'`
})

test('makes one file of the waiting completions each day at the set time, and none without completions', async () => {
  await save('18:00')
  const first = await owed()
  await moveTo('17:58:00')
  await sweep()
  expect(await files()).toEqual([])
  await moveTo('18:01:00')
  await Promise.all([sweep(), sweep()])
  expect(await files()).toEqual([{ name: 'completions-00001.csv', records: 1, user_id: 900_101 }])
  expect(await reportsOf(first)).toMatchObject([{ state: 'sending', attempt: 1 }])
  // A completion in the evening waits for the next day.
  const second = await owed()
  await sweep()
  expect(await reportsOf(second)).toMatchObject([{ state: 'due' }])
  await moveTo('18:00:30')
  await sweep()
  expect(await reportsOf(second)).toMatchObject([{ state: 'sending', attempt: 1 }])
  await moveTo('18:00:10')
  await sweep()
  expect(await files()).toHaveLength(2)
})

test('makes no file for an account without a time or on hold', async () => {
  await save('')
  await moveTo('17:00:00')
  const student_course_id = await owed()
  await moveTo('23:50:00')
  await sweep()
  await save('18:00')
  await holdAgency.run(admin(), { agency, reason: 'The portal changes.' })
  await sweep()
  expect(await files()).toEqual([])
  await releaseAgency.run(admin(), { agency, reason: 'The portal is back.' })
  await sweep()
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'sending' }])
})

test('the first completion after the time waits for the next day', async () => {
  await save('18:00')
  await moveTo('18:01:00')
  const first = await owed()
  await sweep()
  expect(await files()).toEqual([])
  await moveTo('17:59:00')
  const second = await owed()
  await moveTo('18:01:00')
  await sweep()
  expect(await files()).toMatchObject([{ records: 2 }])
  for (const id of [first, second]) expect(await reportsOf(id)).toMatchObject([{ state: 'sending' }])
})

test('a long queue interrupted by a stop continues in the next sweep until all its files exist', async () => {
  await save('18:00')
  await moveTo('17:00:00')
  for (let count = 0; count < 5; count += 1) await owed()
  await moveTo('18:01:00')
  // The signal is read before the account and before each of its files.
  const reads = [false, false]
  const stopAfterOne = Object.create(noSignal, { aborted: { get: () => reads.shift() ?? true } })
  await makeDailyFiles(job(), stopAfterOne, { limit: 2 })
  expect(await files()).toMatchObject([{ records: 2 }])
  await makeDailyFiles(job(), noSignal, { limit: 2 })
  expect(await files()).toMatchObject([{ records: 2 }, { records: 2 }, { records: 1 }])
})

test('completions that do not fit are counted in a warning, once a day', async () => {
  await save('18:00')
  await moveTo('17:00:00')
  const [unfitReport, validReport] = [await owed(), await owed()]
  await database.read`
    update learning.completion_report set record = jsonb_set(record, '{outcome}', '"passed with a very long word"')
    where student_course_id = ${unfitReport}`
  await moveTo('18:01:00')
  world.lines.length = 0
  await sweep()
  await sweep()
  expect(await reportsOf(validReport)).toMatchObject([{ state: 'sending' }])
  expect(await reportsOf(unfitReport)).toMatchObject([{ state: 'due' }])
  const warnings = world.lines.filter(({ event }) => event === 'agencyFile.left')
  expect(warnings).toMatchObject([{ level: 'warn', organization_id: 1, agency, reports: 1 }])
})

test.each(['6 pm', '24:00', '9:00'])('the time %s is refused', async (daily_at) => {
  await expect(save(daily_at)).rejects.toMatchObject({ kind: { status: 400 } })
})
