import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { movableClock } from '#platform/clock.ts'
import { noOrganization } from '#platform/ctx.ts'
import { silentLog } from '#platform/log.ts'
import { fillPorts, openCtx } from '#platform/open-ctx.ts'
import { filesPort } from '#platform/ports.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { findVersityGateway, startVersityGateway } from '#platform/testing/versitygw.ts'
import { startS3Simulator } from '#simulators/s3/simulator.ts'
import {
  discardFile,
  type FileOwner,
  fileNames,
  releaseFiles,
  settleFile,
  storeFile,
  sweepFiles,
} from './file-claims.ts'
import { openFiles } from './files.ts'

const { db, app } = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'waypost-claims-'))
const s3 = await startS3Simulator()
const binary = await findVersityGateway()
const gateway = binary ? await startVersityGateway(binary) : null
afterAll(async () => {
  await gateway?.close()
  await s3.close()
  await rm(folder, { recursive: true })
})

const stores = [
  { place: 'the local disk', files: openFiles({ folder }) },
  { place: 'a bucket', files: openFiles({ folder, s3: s3.settings }) },
  ...(gateway ? [{ place: 'versitygw', files: openFiles({ folder, s3: gateway.settings }) }] : []),
]

describe.each(stores)('files on $place', ({ files }) => {
  /** The file keys that a module's rows refer to. */
  const rowKeys = new Set<string>()
  const isNamed: FileOwner = async (_, key) => rowKeys.has(key)
  const ctx = openCtx(
    {
      database: app,
      clock: movableClock(),
      log: silentLog,
      facts: { async send() {} },
      ports: fillPorts([filesPort, files], [fileNames, [isNamed]]),
    },
    {
      actor: { kind: 'system', name: 'test' },
      organization: noOrganization,
      locale: 'en-us',
    },
  )
  beforeEach(() => rowKeys.clear())

  const store = (text: string) => storeFile(ctx, { bytes: new TextEncoder().encode(text), limit_bytes: 1_000 })
  const isKept = (key: string) =>
    files.open(key).then(
      ({ stream }) => stream.cancel().then(() => true),
      () => false,
    )
  const claims = () => db.read`select from platform.file_claim`
  const later = (hours: number) =>
    db.tx((sql) => sql`update platform.clock set "offset" = "offset" + ${hours}::float8 * interval '1 hour'`)

  test('are deleted a day later if no row names them; the others stay', async () => {
    const unclaimed = await store('its process was killed')
    const file = await store('its row was written')
    rowKeys.add(file.key)
    await later(23)
    await sweepFiles(ctx)
    expect([await isKept(unclaimed.key), await isKept(file.key)]).toEqual([true, true])
    await later(2)
    await sweepFiles(ctx)
    await sweepFiles(ctx)
    expect([await isKept(unclaimed.key), await isKept(file.key)]).toEqual([false, true])
    expect(await claims()).toHaveLength(0)
  })

  test('are deleted by the sweep if their process is killed before they are in place', async () => {
    const put = vi.spyOn(files, 'put').mockImplementationOnce(async (file) => {
      await file.before!('00/00/'.padEnd(70, '0'))
      throw new Error('killed')
    })
    await expect(store('half')).rejects.toThrow('killed')
    put.mockRestore()
    expect(await claims()).toHaveLength(1)
    await later(25)
    await sweepFiles(ctx)
    expect(await claims()).toHaveLength(0)
  })

  test('released by a row are deleted by the next sweep; one that cannot be deleted delays no other', async () => {
    const [first, second] = [await store('deleted'), await store('deleted, then killed')]
    await ctx.tx(async (inner) => {
      await settleFile(inner, first)
      await settleFile(inner, second)
    })
    await ctx.tx((inner) => releaseFiles(inner, [first.key, second.key, null]))
    const remove = vi.spyOn(files, 'remove').mockRejectedValueOnce(new Error('the store is busy'))
    await sweepFiles(ctx)
    remove.mockRestore()
    const states = [await isKept(first.key), await isKept(second.key)]
    expect(states.toSorted()).toEqual([false, true])
    await sweepFiles(ctx)
    expect([await isKept(first.key), await isKept(second.key)]).toEqual([false, false])
    expect(await claims()).toHaveLength(0)
  })

  test('stay for a day after they are replaced, for current readers', async () => {
    const formerFile = await store('replaced')
    await ctx.tx(async (inner) => {
      await settleFile(inner, formerFile)
      await releaseFiles(inner, [formerFile.key], { afterUse: true })
    })
    await later(23)
    await sweepFiles(ctx)
    expect(await isKept(formerFile.key)).toBe(true)
    await later(2)
    await sweepFiles(ctx)
    expect(await isKept(formerFile.key)).toBe(false)
  })

  test('stay if the transaction that releases them is rolled back', async () => {
    const file = await store('kept')
    rowKeys.add(file.key)
    await ctx.tx((inner) => settleFile(inner, file))
    const undoneTransaction = ctx.tx(async (inner) => {
      await releaseFiles(inner, [file.key])
      throw new Error('undone')
    })
    await expect(undoneTransaction).rejects.toThrow('undone')
    expect(await claims()).toHaveLength(0)
  })

  test('stay while a row names them, although a file with the same content was refused', async () => {
    const first = await store('equal')
    rowKeys.add(first.key)
    await ctx.tx((inner) => settleFile(inner, first))
    await discardFile(ctx, await store('equal'))
    await sweepFiles(ctx)
    expect(await isKept(first.key)).toBe(true)
    rowKeys.clear()
    await discardFile(ctx, await store('equal'))
    await sweepFiles(ctx)
    expect(await isKept(first.key)).toBe(false)
  })

  test('are not deleted while someone stores the same content', async () => {
    const text = 'deleted and stored again'
    const first = await store(text)
    await ctx.tx(async (inner) => {
      await settleFile(inner, first)
      await releaseFiles(inner, [first.key])
    })
    await Promise.all([
      ...Array.from({ length: 6 }, () => sweepFiles(ctx)),
      ...Array.from({ length: 6 }, () => store(text)),
    ])
    expect(await isKept(first.key)).toBe(true)
    await later(25)
    await sweepFiles(ctx)
    expect(await isKept(first.key)).toBe(false)
  })
})
