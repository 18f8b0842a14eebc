import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { emptyCopy, testDatabase } from '#platform/testing/database.ts'
import { findPrograms } from '#platform/testing/programs.ts'
import { defaultOptions, openDatabase } from './database.ts'
import { dumpDatabase, restoreDatabase } from './dump.ts'

const { db, url } = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'waypost-dump-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const programs = await findPrograms()

/** Fake programs that do what the test says. */
async function fake(scripts: Record<string, string>): Promise<string> {
  const place = await mkdtemp(join(folder, 'programs-'))
  for (const [name, text] of Object.entries(scripts)) {
    await writeFile(join(place, name), `#!/bin/sh\n${text}\n`)
    await chmod(join(place, name), 0o755)
  }
  return place
}
const version = 'if [ "$1" = --version ]; then echo "pg_dump (PostgreSQL) 18.1"; exit 0; fi'
const people = async () => {
  await db.read`insert into identity.organization (code, name) values ('DMP', 'Dump') on conflict do nothing`
  await db.read`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name)
    select organization_id, 3, md5(word), md5(word) || '@example.com', word
    from identity.organization, unnest(${db.read.array(['one', 'two\tthree\n.', '\\.'])}::text[]) word where code = 'DMP'
    on conflict do nothing`
}

test('an empty database is not dumped: its copy would look complete', async () => {
  const place = await fake({ pg_dump: version })
  const file = join(folder, 'empty.dump')
  await expect(dumpDatabase({ url, file, programs: place })).rejects.toThrow(
    /^identity\.\w+ has no row that this login may read$/,
  )
  expect((await readdir(folder)).filter((name) => name.startsWith('empty'))).toEqual([])
})

test.each([
  [
    'of another version',
    'echo "pg_dump (PostgreSQL) 15.2"',
    /pg_dump has version 15, but the server has version 18: install/,
  ],
  ['that cannot be run', 'exit 3', /pg_dump is missing: install PostgreSQL 18's client/],
])('a program %s is refused with its remedy', async (_, text, sentence) => {
  await expect(
    dumpDatabase({ url, file: join(folder, 'x.dump'), programs: await fake({ pg_dump: text }) }),
  ).rejects.toThrow(sentence)
})

test('an empty dump reported as a success leaves no file', async () => {
  await people()
  // `pg_dump --enable-row-security` does this for a role that can't see any rows.
  const place = await fake({
    pg_dump: `${version}\nfor a; do case "$a" in --file=*) echo x > "\${a#--file=}";; esac; done`,
    pg_restore: 'echo "COPY platform.migration (number) FROM stdin;"; echo "1"; echo "\\\\."',
  })
  await expect(dumpDatabase({ url, file: join(folder, 'hollow.dump'), programs: place })).rejects.toThrow(
    /^the copy is not complete: .* has 0 of \d+ rows/,
  )
  expect((await readdir(folder)).filter((name) => name.startsWith('hollow'))).toEqual([])
})

test('a dump without its file of counts is not restored', async () => {
  await writeFile(join(folder, 'alone.dump'), 'x')
  await expect(restoreDatabase({ url, file: join(folder, 'alone.dump') })).rejects.toThrow('alone.dump.json is missing')
})

test.skipIf(programs === null)(
  'a complete dump is restored with every row, in quarantine, and only into an empty database',
  async () => {
    const file = join(folder, 'whole.dump')
    await db.read`insert into platform.installation (installation) values ('waypost.example') on conflict do nothing`
    const control = await dumpDatabase({ url, file, programs: programs!.place })
    expect(control).toMatchObject({ installation: 'waypost.example' })
    expect(control.rows['identity.person']).toBeGreaterThanOrEqual(3)
    await expect(restoreDatabase({ url, file, programs: programs!.place })).rejects.toThrow('is not empty')
    const target = await emptyCopy('nothing')
    const copy = openDatabase({ ...defaultOptions, name: 'copy', url: target.url })
    try {
      expect((await restoreDatabase({ url: target.url, file, programs: programs!.place })).rows).toEqual(control.rows)
      const [state] = await copy.read<{ installation: string; restored: boolean }>`
        select installation, restored_at is not null as restored from platform.installation`
      expect(state).toEqual({ installation: 'waypost.example', restored: true })
      const logins = (from: typeof db) => from.read`select loginid, first_name from identity.person order by 1`
      expect(await logins(copy)).toEqual(await logins(db))
      // One row less than the dump's control file says.
      const secondCopy = await emptyCopy('nothing')
      const text = JSON.parse(await readFile(`${file}.json`, 'utf8'))
      text.rows['identity.person'] += 1
      await writeFile(`${file}.json`, JSON.stringify(text))
      await expect(restoreDatabase({ url: secondCopy.url, file, programs: programs!.place })).rejects.toThrow(
        /the copy is not complete: identity\.person has \d+ of \d+ rows/,
      )
      await secondCopy.drop()
    } finally {
      await copy.close(2_000)
      await target.drop()
    }
  },
)

test('a dump is readable by its owner only, even if pg_dump creates world-readable files', async () => {
  await people()
  const place = await fake({
    pg_dump: `${version}\numask 022\nfor a; do case "$a" in --file=*) echo x > "\${a#--file=}"; ls -l "\${a#--file=}" > ${folder}/mode;; esac; done`,
    pg_restore: 'exit 0',
  })
  await dumpDatabase({ url, file: join(folder, 'private.dump'), programs: place }).catch(() => {})
  expect((await readFile(join(folder, 'mode'), 'utf8')).slice(0, 10)).toBe('-rw-------')
})

test.skipIf(programs === null)('an owner bound by policies dumps everything, too', async () => {
  await mkdir(folder, { recursive: true })
  const role = `dumper_${process.pid}`
  await db.read.text(`create role ${role} login password 'x' nosuperuser nobypassrls`)
  try {
    await db.read.text(`grant pg_read_all_data to ${role}`)
    const bound = new URL(url)
    bound.username = role
    bound.password = 'x'
    const control = await dumpDatabase({ url: bound.href, file: join(folder, 'bound.dump'), programs: programs!.place })
    expect(control.rows['identity.person']).toBeGreaterThanOrEqual(3)
  } finally {
    await db.read.text(`drop owned by ${role}`)
    await db.read.text(`drop role ${role}`)
  }
})
