import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { manifests } from '#modules/manifests.ts'
import { requireAuditKey, storeAuditKey, withFormerKeys } from '#platform/audit/former-keys.ts'
import { auditKeys } from '#platform/audit/key.ts'
import { sealEvents } from '#platform/audit/seal.ts'
import { verifyAuditLog } from '#platform/audit/verify.ts'
import { readSources } from '#platform/checks/source.ts'
import { ConfigurationError } from '#platform/env.ts'
import { rotateSecret } from '#platform/rotate-secret.ts'
import { openSealer } from '#platform/seal.ts'
import type { SealedColumn } from '#platform/sealed-column.ts'
import { secret as former, openAuditLog } from './fixtures/platform/audit-log.ts'
import { openTestApp } from './support/app.ts'
import { openPhoned, openTyped } from './support/guarded-course.ts'
import { openOwner } from './support/owner.ts'
import { records } from './support/records.ts'

const auditLog = await openAuditLog()
const { db, url } = auditLog
const present = 'the secret that comes after it as long enough'
const foreignSecret = 'a secret that no process has any more as long'
const formerSealer = openSealer([former])
const bothSealer = openSealer([present, former])
const columns = manifests.flatMap(({ sealed = [] }) => sealed)

await db.read`create schema trial`
await db.read`create table trial.kept (a int, b int, sealed bytea, json jsonb, primary key (a, b))`
const sealedColumn = (column: 'sealed' | 'json'): SealedColumn => ({
  table: 'trial.kept',
  key: ['a', 'b'],
  column,
  ...(column === 'json' && { json: true as const }),
  binding: ({ a, b }) => `kept:${a}:${b}`,
  by: 'tests/rotate-secret.test.ts',
})
const sealedColumns = [sealedColumn('sealed'), sealedColumn('json')]

async function fill(rows: number, sealer = formerSealer): Promise<void> {
  await db.read`truncate trial.kept`
  for (let n = 0; n < rows; n++) {
    const [a, b] = [n % 3, n]
    const bytes = sealer.seal(Buffer.from(`value ${n}`), `kept:${a}:${b}`)
    const json = {
      plain: n,
      deep: [{ license: { sealed: bytes.toString('base64') } }, null, { sealed: 'is', a: 'word' }],
    }
    await db.read`insert into trial.kept values (${a}, ${b}, ${bytes}, ${db.read.json(json)})`
  }
}
const read = () => db.read<{
  a: number
  b: number
  sealed: Buffer
  json: { plain: number; deep: [{ license: { sealed: string } }, null, object] }
}>`
  select a, b, sealed, json from trial.kept order by b`

test('every value sealed with a former secret is resealed with the current one', async () => {
  await fill(450)
  expect(await rotateSecret(db.read, bothSealer, [former], sealedColumns)).toEqual({ resealed: 900, remaining: [] })
  const aloneSealer = openSealer([present])
  for (const { a, b, sealed, json } of await read()) {
    expect(aloneSealer.open(sealed, `kept:${a}:${b}`).toString()).toBe(`value ${b}`)
    const [{ license }, , word] = json.deep
    expect(aloneSealer.open(Buffer.from(license.sealed, 'base64'), `kept:${a}:${b}`).toString()).toBe(`value ${b}`)
    expect([json.plain, word]).toEqual([b, { sealed: 'is', a: 'word' }])
  }
  expect(await rotateSecret(db.read, bothSealer, [former], sealedColumns)).toEqual({ resealed: 0, remaining: [] })
})

test('two simultaneous runs lose nothing, and a value of an unknown secret is reported and left unchanged', async () => {
  await fill(40)
  await Promise.all([1, 2].map(() => rotateSecret(db.read, bothSealer, [former], sealedColumns)))
  expect(await rotateSecret(db.read, bothSealer, [former], sealedColumns)).toMatchObject({ remaining: [] })
  for (const { a, b, sealed } of await read())
    expect(openSealer([present]).open(sealed, `kept:${a}:${b}`)).toBeDefined()
  await fill(2, openSealer([foreignSecret]))
  const before = await read()
  const { remaining } = await rotateSecret(db.read, bothSealer, [former], sealedColumns)
  expect(remaining).toEqual(
    sealedColumns.map(({ column }) => ({ secret: 0, column: `trial.kept.${column}`, values: 2 })),
  )
  expect(await read()).toEqual(before)
  await db.read`truncate trial.kept`
})

test('a process whose secret did not make the newest seal does not start', async () => {
  await auditLog.write(7, 2)
  await sealEvents(auditLog.ctxOf(0))
  const check = (...secrets: [string, ...string[]]) =>
    requireAuditKey(db.read, auditKeys(secrets), openSealer(secrets)).then(
      () => 'starts',
      (error) => (error instanceof ConfigurationError ? error.message : error),
    )
  await db.read`delete from platform.audit_key`
  expect(await check(former)).toBe('starts')
  expect(await check(present, former)).toBe('starts')
  expect(await check(present)).toMatch(
    /^The configuration is wrong:\n {2}SECRET: .*last sealed with another secret \(key \w{16}\)/,
  )
  // Another chain, older than the newest seal, doesn't matter.
  await auditLog.write(8, 1)
  await sealEvents(auditLog.ctxOf(0, present))
  expect(await check(present)).toBe('starts')
  expect(await check(former)).toContain('SECRET: ')
})

test('the seals of a dropped secret verify with the key stored in the database, and no other secret', async () => {
  await storeAuditKey(db.read, bothSealer, former)
  const faults = async (...secrets: [string, ...string[]]) => {
    const keys = await withFormerKeys(db.read, auditKeys(secrets), openSealer(secrets))
    const faults: unknown[] = []
    for await (const { broken } of verifyAuditLog({ sql: db.read, keys })) faults.push(broken?.fault ?? null)
    return faults
  }
  expect(await faults(present)).toEqual([null, null])
  expect(await faults(foreignSecret)).toEqual(['key unknown', 'key unknown'])
  const [row] = await db.read<{ text: string }>`select encode(sealed, 'hex') as text from platform.audit_key`
  expect(row!.text).not.toContain(Buffer.from(former).toString('hex'))
})

const command = (env: Record<string, string>) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const script = join(import.meta.dirname, '../web/commands/waypost.ts')
    const options = { env: { PATH: process.env.PATH, DATABASE_URL: url, ...env } }
    execFile(process.execPath, [script, 'rotate-secret'], options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    )
  })

test('the command lists droppable secrets, and reads nothing with a wrong one', async () => {
  expect(await command({ SECRET: present, FORMER_SECRETS: former })).toMatchObject({
    code: 0,
    output: expect.stringContaining('former secret 1 may be dropped'),
  })
  expect(await command({ SECRET: foreignSecret })).toMatchObject({
    code: 2,
    output: expect.stringContaining('SECRET: '),
  })
})

test('every file that seals a database value is listed with its column', () => {
  const sealing = readSources(join(import.meta.dirname, '..'))
    .filter(({ path }) => /^(modules|platform|jobs|web)\//.test(path) && !/\.(test|fixture)\.tsx?$/.test(path))
    .filter(({ text }) => /\b(sealValue|newAnswerKey)\(|sealPort\)\s*\.seal\(|sealer\.seal\(/.test(text))
    .map(({ path }) => path)
  const elsewhere = {
    'modules/identity/two-factor/codes-cookie.ts': 'a cookie of five minutes',
    'modules/identity/sign-in-link/sealed-address.ts': 'an address in a link of an email',
    'modules/learning/sealed.ts': 'for those who call it',
    'modules/learning/verification/setup.sql.ts': 'by newAnswerKey',
    'platform/rotate-secret.ts': 'seals again what others sealed',
    'platform/audit/former-keys.ts': 'added by rotateSecret',
    'platform/http/idempotency.ts': 'added by rotateSecret',
  }
  expect(new Set([...columns.map(({ by }) => by), ...Object.keys(elsewhere)])).toEqual(new Set(sealing))
})

test('values sealed by the product open for their listed columns, and are readable after a rotation', async () => {
  const app = await openTestApp({ jobs: true })
  const sql = app.database.read
  await records.passed(app, await openOwner(app))
  await records.keyed(app)
  await openPhoned(app, await openOwner(app))
  await openTyped(app, await openOwner(app))
  const secret = 'test-secret-test-secret-test-secret'
  const [newest, sealer] = [present, openSealer([present, secret])]
  const countFilled = async ({ table, column, json }: SealedColumn) => {
    const filter = json ? `${column}::text like '%"sealed"%'` : `${column} is not null`
    const [row] = await sql.text<{ n: number }>(`select count(*)::int as n from ${table} where ${filter}`)
    return row!.n
  }
  const counts = await Promise.all(columns.map(countFilled))
  const tried = columns.filter((_, index) => counts[index]! > 0).map(({ table, column }) => `${table}.${column}`)
  expect(tried).toEqual(
    expect.arrayContaining(['checkout.authorization_key_secret.sealed', 'learning.identity_setup.phone']),
  )
  // Opening it for another purpose throws.
  const { resealed, remaining } = await rotateSecret(sql, sealer, [secret], columns)
  expect(remaining).toEqual([])
  expect(resealed).toBeGreaterThanOrEqual(counts.reduce((sum, n) => sum + n, 0))
  expect(await rotateSecret(sql, openSealer([newest]), [], columns)).toEqual({ resealed: 0, remaining: [] })
})

test('an issued certificate allows its sealed number to be resealed, and no other change', async () => {
  const app = await openTestApp({ jobs: true })
  const owner = await openOwner(app)
  const { student_certificate_id } = await records.passed(app, owner)
  const sql = app.database.read
  const change = (text: string) =>
    sql.text(`${text} where student_certificate_id = $1`, [Number(student_certificate_id)])
  await sql.text('alter table learning.student_certificate disable trigger student_certificate_immutable')
  await change(`update learning.student_certificate set model = model || '{"driver_license": {"sealed": "AAAA"}}'`)
  await sql.text('alter table learning.student_certificate enable trigger student_certificate_immutable')
  await change(`update learning.student_certificate set model = model || '{"driver_license": {"sealed": "BBBB"}}'`)
  for (const other of [
    `'{"driver_license": "S123"}'`,
    `'{"driver_license": null}'`,
    `'{"student_name": "Someone Else"}'`,
  ])
    await expect(change(`update learning.student_certificate set model = model || ${other}`)).rejects.toThrow(
      'an issued certificate does not change',
    )
  await expect(change(`update learning.student_certificate set model = model - 'driver_license'`)).rejects.toThrow()
})
