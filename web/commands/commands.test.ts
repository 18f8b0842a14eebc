import { expect, test } from 'vitest'
import { jobs } from '#jobs/index.ts'
import { openTestApp } from '#tests/support/app.ts'
import { commands } from './commands.ts'
import { runCommand } from './run-command.ts'

const app = await openTestApp({ jobs: true })

/** A command on this file's database. */
async function run(...args: string[]) {
  const [printed, warned]: [string[], string[]] = [[], []]
  const code = await runCommand(args, {
    settings: { DATABASE_URL: app.url },
    folder: '/tmp',
    print: (line) => printed.push(line),
    warn: (line) => warned.push(line),
  })
  return { code, printed, warned }
}

async function addDeadJob(name: string): Promise<string> {
  const [row] = await app.database.read<{ id: string }>`
    insert into queue.job (name, data, source_name, source_id, source_retry_count, source_output)
    values (${`${name}.dead`}, '{"completion_id": 9}', ${name}, gen_random_uuid(), 10, '{"message": "away"}')
    returning id::text`
  return row!.id
}

test('the help lists every command, and each command its options', async () => {
  const { code, printed } = await run('--help')
  expect(code).toBe(0)
  for (const name of Object.keys(commands)) {
    expect(printed.some((line) => line.trim().startsWith(`${name} `))).toBe(true)
    const commandHelp = await run(name, '--help')
    expect([commandHelp.code, commandHelp.printed[0]?.includes(`waypost ${name}`)]).toEqual([0, true])
  }
})

test.each([
  [['publish'], 'publish is not a command'],
  [['jobs', 'list', '--jsn'], "Unknown option '--jsn'"],
  [['jobs', 'explode'], 'explode is not one of'],
  [['jobs', 'run', 'learning.nothing'], 'is not a job'],
  [['jobs', 'run', 'learning.report-completion'], 'runs on facts'],
  [['jobs', 'retry', '12'], 'retry takes the id'],
  [['work', '--once', '--only', 'lerning.*'], 'no job matches lerning.*'],
  [['reconcile', '--days', 'all'], '--days takes a number'],
  [['verify', '--head', 'nonsense'], 'is not a head'],
  [['dump'], 'name one file'],
])('refuses %j with a message and exit code 2', async (args, sentence) => {
  const { code, printed, warned } = await run(...args)
  expect([code, printed]).toEqual([2, []])
  expect(warned.join('\n')).toContain(sentence)
})

test('lists every declared job with its backlog and its runs, as text and as JSON', async () => {
  await app.database.read`
    insert into queue.job (name, data, state, started_on, completed_on)
    values ('learning.report-completion', '{}', 'completed', now() - interval '3 seconds', now())`
  const { printed } = await run('jobs', 'list', '--json')
  const rows = JSON.parse(printed.join('')) as { name: string; when: string; done_day: number; longest_ms: number }[]
  expect(rows.map(({ name }) => name)).toEqual(jobs.map(({ name }) => name))
  expect(rows.find(({ name }) => name === 'learning.report-completion')).toMatchObject({
    when: 'on facts',
    done_day: 1,
    longest_ms: 3000,
  })
  const text = await run('jobs', 'list')
  expect(text.printed).toHaveLength(jobs.length + 1)
})

test('retries a permanently failed job once, with a row in the audit log', async () => {
  const job_id = await addDeadJob('learning.report-completion')
  expect((await run('jobs', 'dead')).printed.join('\n')).toContain(job_id)
  expect(await run('jobs', 'retry', job_id)).toEqual({
    code: 0,
    printed: ['queued learning.report-completion'],
    warned: [],
  })
  expect((await run('jobs', 'retry', job_id)).code).toBe(1)
  const events = await app.database.read`
    select from platform.audit_event where action = 'system.run-job' and subject = ${`job:${job_id}`}`
  expect(events).toHaveLength(1)
})

test('runs no job in quarantine', async () => {
  await app.database.read`
    insert into platform.installation (installation) values ('elsewhere.example')
    on conflict (one_row) do update set installation = excluded.installation`
  const { code, warned } = await run('jobs', 'run', 'platform.seal-audit')
  expect(code).toBe(1)
  expect(warned.join()).toContain('in quarantine: the database belongs to elsewhere.example')
})

test('the installation of a database is printed, and taken over only with --yes', async () => {
  await app.database.read`
    insert into platform.installation (installation) values ('elsewhere.example')
    on conflict (one_row) do update set installation = excluded.installation`
  expect((await run('take-over')).code).toBe(1)
  const result = await run('take-over', '--yes')
  expect([result.code, result.printed.at(-1)]).toEqual([0, 'it belongs to development now'])
  const once = await run('jobs', 'run', 'platform.seal-audit')
  expect([once.code, once.printed]).toEqual([0, ['1 jobs done, 0 attempts failed']])
})

test('leaves the database of a newer release unchanged', async () => {
  await app.database.read`insert into platform.migration (number, name, checksum) values (9999, '9999_later.sql', 'x')`
  try {
    const listing = await run('migrate', '--list')
    expect([listing.code, listing.printed]).toEqual([
      0,
      [expect.stringContaining('newer release: it has 9999_later.sql')],
    ])
    const migrated = await run('migrate')
    expect([migrated.code, migrated.printed]).toEqual([0, [expect.stringContaining('nothing was changed')]])
  } finally {
    await app.database.read`delete from platform.migration where number = 9999`
  }
})

test('a bucket that is not reached is named with the reason', async () => {
  const warned: string[] = []
  const bucket = { S3_URL: 'http://127.0.0.1:1', S3_BUCKET: 'waypost', S3_REGION: 'r', S3_KEY: 'k', S3_SECRET: 's' }
  const code = await runCommand(['files'], {
    settings: { DATABASE_URL: app.url, ...bucket },
    folder: '/tmp',
    print: () => {},
    warn: (line) => warned.push(line),
  })
  expect(code).toBe(2)
  expect(warned.join()).toContain('FILE_STORE_BUSY: 127.0.0.1:1 is not reached')
})
