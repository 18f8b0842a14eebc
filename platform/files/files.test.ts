import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Refusal } from '#platform/errors.ts'
import { findVersityGateway, startVersityGateway } from '#platform/testing/versitygw.ts'
import { type S3Simulator, startS3Simulator } from '#simulators/s3/simulator.ts'
import { FileTooLarge } from './file-errors.ts'
import { isLow } from './files.local.ts'
import { type Files, openFiles } from './files.ts'
import { openSweep } from './temporary.ts'

const byteLimit = 1024 * 1024
const bytesOf = (text: string) => new TextEncoder().encode(text)
const hexOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const text = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => new Response(stream).text()

const chunks = (list: Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const next = list.shift()
      if (next) controller.enqueue(next)
      else controller.close()
    },
  })

/** The HTTP status of a refusal; 200 if nothing was refused. */
const statusOf = (operation: Promise<unknown>) =>
  operation.then(
    () => 200,
    (refusal: Refusal) => refusal.kind.status,
  )

let root: string
let s3: S3Simulator

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'files-test-'))
  s3 = await startS3Simulator()
})
afterAll(async () => {
  await s3.close()
  await rm(root, { recursive: true })
})

/** Every name below the root, so that a leftover part or type file shows. */
const onDisk = async () => (await readdir(root, { recursive: true, withFileTypes: true })).filter((e) => e.isFile())
const binary = await findVersityGateway()
const gateway = binary ? await startVersityGateway(binary) : null
afterAll(() => gateway?.close())

const places = [
  { place: 'the local disk', open: () => openFiles({ folder: root }), count: async () => (await onDisk()).length },
  {
    place: 'a bucket',
    open: () => openFiles({ folder: root, s3: s3.settings }),
    count: async () => s3.objects.size,
  },
  ...(gateway
    ? [
        {
          place: 'versitygw',
          open: () => openFiles({ folder: root, s3: gateway.settings }),
          count: gateway.count,
        },
      ]
    : []),
]

test.skipIf(!gateway)('versitygw is tried, if VERSITYGW_BIN names its binary', async () => {
  expect((await fetch(gateway!.settings.endpoint)).headers.get('server')).toBe('VERSITYGW')
})

describe.each(places)('files on $place', ({ open, count }) => {
  let files: Files
  beforeAll(() => {
    files = open()
  })

  test('are returned as stored, under the hash of their content', async () => {
    const bytes = bytesOf('a signed agreement')
    const file = await files.put({ bytes, content_type: 'application/pdf', limit_bytes: byteLimit })
    expect(file).toMatchObject({ sha256: hexOf(bytes), size: 18, content_type: 'application/pdf' })
    expect(file.key).toBe(`${file.sha256.slice(0, 2)}/${file.sha256.slice(2, 4)}/${file.sha256}`)
    const openFile = await files.open(file.key)
    expect(openFile).toMatchObject({ size: 18, content_type: 'application/pdf' })
    expect(await text(openFile.stream)).toBe('a signed agreement')
  })

  test('arrive completely from a stream, also with several megabytes', async () => {
    const chunk = new Uint8Array(100_000).fill(7)
    const stream = chunks(Array.from({ length: 40 }, () => chunk))
    const file = await files.put({ stream, limit_bytes: 5_000_000 })
    expect(file).toMatchObject({ size: 4_000_000, sha256: hexOf(new Uint8Array(4_000_000).fill(7)) })
    const back = new Uint8Array(await new Response((await files.open(file.key)).stream).arrayBuffer())
    expect(hexOf(back)).toBe(file.sha256)
  })

  test('may be empty', async () => {
    const file = await files.put({ bytes: new Uint8Array(), content_type: 'text/plain', limit_bytes: byteLimit })
    const openFile = await files.open(file.key)
    expect(openFile.size).toBe(0)
    expect(await text(openFile.stream)).toBe('')
  })

  test('return any byte range and the total size', async () => {
    const { key } = await files.put({ bytes: bytesOf('0123456789'), limit_bytes: byteLimit })
    const part = async (start: number, end?: number) => {
      const file = await files.open(key, { start, end })
      expect(file.size).toBe(10)
      return text(file.stream)
    }
    expect([await part(0, 0), await part(3, 5), await part(7), await part(8, 500)]).toEqual(['0', '345', '789', '89'])
    await expect(files.open(key, { start: 10 })).rejects.toThrow(RangeError)
  })

  test('aborted for their size leave nothing behind and end their source', async () => {
    const before = await count()
    let isEnded = false
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)),
      cancel: () => {
        isEnded = true
      },
    })
    await expect(files.put({ stream: endless, limit_bytes: byteLimit })).rejects.toThrow(FileTooLarge)
    expect(isEnded).toBe(true)
    expect(await count()).toBe(before)
  })

  test('are accepted at exactly the limit', async () => {
    const file = await files.put({ bytes: bytesOf('12345678'), limit_bytes: 8 })
    expect(file.size).toBe(8)
  })

  test('aborted by their sender leave nothing behind', async () => {
    const before = await count()
    async function* broken() {
      yield bytesOf('the first half')
      throw new Error('connection lost')
    }
    await expect(files.put({ stream: broken(), limit_bytes: byteLimit })).rejects.toThrow('connection lost')
    expect(await count()).toBe(before)
  })

  test('sent twenty times at the same time are one file', async () => {
    const put = () =>
      files.put({ bytes: bytesOf('sent by everybody'), content_type: 'image/png', limit_bytes: byteLimit })
    const storedFiles = await Promise.all(Array.from({ length: 20 }, put))
    expect(new Set(storedFiles.map(({ key }) => key)).size).toBe(1)
    expect(await text((await files.open(storedFiles[0]!.key)).stream)).toBe('sent by everybody')
  })

  test('stay when another organization removes the same content', async () => {
    const bytes = bytesOf('the same handout')
    const [file, otherFile] = [
      await files.put({ bytes, folder: 'ssd', limit_bytes: byteLimit }),
      await files.put({ bytes, folder: 'lsd', limit_bytes: byteLimit }),
    ]
    await files.remove(otherFile.key)
    expect(await statusOf(files.open(otherFile.key))).toBe(404)
    expect(await text((await files.open(file.key)).stream)).toBe('the same handout')
  })

  test('are gone after removal, and removing twice is allowed', async () => {
    const { key } = await files.put({ bytes: bytesOf('a mistake'), limit_bytes: byteLimit })
    await files.remove(key)
    await files.remove(key)
    expect(await statusOf(files.open(key))).toBe(404)
  })

  test.each([
    '../../../etc/passwd',
    '/etc/passwd',
    `ab/cd/${'0'.repeat(64)}`,
    `00/00/${'0'.repeat(64)}/../../x`,
    `../00/00/${'0'.repeat(64)}`,
    `00/00/${'0'.repeat(63)}\0`,
    '.incoming/x',
    `00/00/${'0'.repeat(64)}.type`,
    `00/00/${'0'.repeat(64)}\n`,
    '',
  ])('cannot be reached by the hostile key %j', async (key) => {
    expect(await statusOf(files.open(key))).toBe(404)
    expect(await statusOf(files.remove(key))).toBe(404)
  })

  test('are never stored in a folder outside the store', async () => {
    const before = await count()
    for (const folder of ['..', '../x', 'a/b', '', 'A', '.incoming']) {
      await expect(files.put({ bytes: bytesOf('x'), folder, limit_bytes: byteLimit })).rejects.toThrow('folder')
    }
    expect(await count()).toBe(before)
  })

  test('are checked on arrival: a picture declared as a PDF is refused and not stored', async () => {
    const before = await count()
    const accept = { name: 'diploma.pdf', use: 'document' } as const
    expect(await statusOf(files.put({ bytes: pngBytes, accept, limit_bytes: byteLimit }))).toBe(415)
    expect(await count()).toBe(before)
    const file = await files.put({
      bytes: pngBytes,
      accept: { name: 'sign.PNG', use: 'document' },
      limit_bytes: byteLimit,
    })
    expect(file.content_type).toBe('image/png')
  })
})

const pngBytes = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('a bucket', () => {
  test('is tried again if it is busy once, for every call', async () => {
    const files = openFiles({ folder: root, s3: s3.settings })
    s3.failNext({ status: 503, code: 'SlowDown' })
    const { key } = await files.put({ bytes: bytesOf('patience'), limit_bytes: byteLimit })
    s3.failNext({ status: 503, code: 'SlowDown' })
    expect(await text((await files.open(key)).stream)).toBe('patience')
    s3.failNext({ status: 503, code: 'SlowDown' })
    await files.remove(key)
    expect(s3.objects.has(key)).toBe(false)
  })

  test('is reported as busy if it stays busy, with its own code for the log', async () => {
    for (let i = 0; i < 4; i++) s3.failNext({ status: 503, code: 'SlowDown' })
    const result = await openFiles({ folder: root, s3: s3.settings })
      .put({ bytes: bytesOf('no room'), limit_bytes: byteLimit })
      .catch((error) => error)
    expect(result.kind.status).toBe(503)
    expect(result.cause.message).toBe('The file store answered 503 SlowDown')
  })

  test('is not taken for a missing file when it refuses a wrong secret', async () => {
    const files = openFiles({ folder: root, s3: { ...s3.settings, secret_access_key: 'guessed' } })
    const putPromise = files.put({ bytes: bytesOf('intruder'), limit_bytes: byteLimit })
    await expect(putPromise).rejects.toThrow('403 SignatureDoesNotMatch')
  })

  test('is reported as busy if it is unreachable', async () => {
    const s3Simulator = await startS3Simulator()
    await s3Simulator.close()
    const files = openFiles({ folder: root, s3: s3Simulator.settings })
    expect(await statusOf(files.open(`00/00/${'0'.repeat(64)}`))).toBe(503)
  })

  test('signs a link that opens this file and no other', async () => {
    const files = openFiles({ folder: root, s3: s3.settings })
    const { key } = await files.put({ bytes: bytesOf('linked'), limit_bytes: byteLimit })
    const other = await files.put({ bytes: bytesOf('private'), limit_bytes: byteLimit })
    const link = await files.url!(key, { seconds: 60 })
    expect(await (await fetch(link)).text()).toBe('linked')
    expect((await fetch(link.replace(key, other.key))).status).toBe(403)
  })
})

describe('a killed process', () => {
  /** A separate process that stores a file of `megabytes` in `settings` and is killed when `at` settles. */
  const killed = (options: Parameters<typeof openFiles>[0], stopAt: (started: Promise<unknown>) => Promise<unknown>) =>
    killedProgram(
      `
      import { openFiles } from ${JSON.stringify(join(import.meta.dirname, 'files.ts'))}
      async function* slow() {
        yield new Uint8Array(8 * 1024 * 1024)
        console.log('arriving')
        if (${options.s3 === undefined}) await new Promise((resolve) => setTimeout(resolve, 60_000))
      }
      await openFiles(${JSON.stringify(options)}).put({ stream: slow(), limit_bytes: 1e9 })`,
      stopAt,
    )

  async function killedProgram(program: string, stopAt: (started: Promise<unknown>) => Promise<unknown>) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      env: { ...process.env, TMPDIR: root },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exit = once(child, 'exit')
    await stopAt(once(child.stdout, 'data'))
    child.kill('SIGKILL')
    expect(await exit).toEqual([null, 'SIGKILL'])
  }

  const parts = async (folder: string) => (await readdir(folder)).filter((name) => name.endsWith('.part'))

  /** A day later another process deletes the leftovers; newer ones stay, because they may still be arriving. */
  async function expectSwept(folder: string, open: () => Files) {
    const [leftover, ...others] = await parts(folder)
    expect([leftover, others]).toEqual([expect.any(String), []])
    await open().put({ bytes: bytesOf('the next one'), limit_bytes: byteLimit })
    expect(await parts(folder)).toEqual([leftover])
    const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000)
    await utimes(join(folder, leftover!), longAgo, longAgo)
    await open().put({ bytes: bytesOf('the one after it'), limit_bytes: byteLimit })
    expect(await parts(folder)).toEqual([])
  }

  test('leaves a partial file on the disk during an upload, which is deleted a day later', async () => {
    const folder = join(root, 'killed')
    await killed({ folder }, (arriving) => arriving)
    await expectSwept(join(folder, '.incoming'), () => openFiles({ folder }))
  })

  test('leaves its temporary folder, which is deleted a day later', async () => {
    const program = `
      import { writeFileSync } from 'node:fs'
      import { inTemporaryFolder } from ${JSON.stringify(join(import.meta.dirname, 'temporary.ts'))}
      await inTemporaryFolder(async (folder) => {
        writeFileSync(folder + '/half', 'half')
        console.log('working')
        await new Promise((resolve) => setTimeout(resolve, 60_000))
      })`
    await killedProgram(program, (working) => working)
    const folder = join(root, `waypost-work-${process.getuid!()}`)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    const [leftover] = await readdir(folder)
    await openSweep(folder)()
    expect(await readdir(folder)).toEqual([leftover])
    const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000)
    await utimes(join(folder, leftover!), longAgo, longAgo)
    await openSweep(folder)()
    expect(await readdir(folder)).toEqual([])
  })

  test('leaves no object while sending to a bucket, and a partial file, which is deleted a day later', async () => {
    const before = new Set(s3.objects.keys())
    const sending = new Promise<void>((resolve) => s3.onNextBody(resolve))
    await killed({ folder: root, s3: s3.settings }, () => sending)
    expect(new Set(s3.objects.keys())).toEqual(before)
    vi.stubEnv('TMPDIR', root)
    const folder = join(root, `waypost-incoming-${process.getuid!()}`)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    await expectSwept(folder, () => openFiles({ folder: root, s3: s3.settings }))
    vi.unstubAllEnvs()
  })
})

describe('the free space', () => {
  test('is the free space of the disk below the folder, before its first file as well; a bucket has none', async () => {
    const disk = await openFiles({ folder: join(root, 'not', 'yet') }).space!()
    expect(disk.free_bytes).toBeGreaterThan(0)
    expect(disk.total_bytes).toBeGreaterThanOrEqual(disk.free_bytes)
    expect(openFiles({ folder: root, s3: s3.settings }).space).toBeUndefined()
  })

  const gigabyte = 1024 ** 3
  test.each([
    [3, 20, false],
    [1.9, 20, true],
    [3, 1_000, true],
    [60, 1_000, false],
  ])('%d GB of %d GB is low: %s', (free, total, low) => {
    expect(isLow(free * gigabyte, total * gigabyte)).toBe(low)
  })
})

describe('the local disk', () => {
  test('keeps the type of a file across a restart, and deletes it with the file', async () => {
    const { key } = await openFiles({ folder: root }).put({
      bytes: bytesOf('sound'),
      content_type: 'audio/mpeg',
      limit_bytes: byteLimit,
    })
    const reopened = openFiles({ folder: root })
    const file = await reopened.open(key)
    await file.stream.cancel()
    expect(file.content_type).toBe('audio/mpeg')
    expect(await readFile(join(root, key), 'utf8')).toBe('sound')
    await reopened.remove(key)
    expect((await onDisk()).filter(({ name }) => key.endsWith(name.replace('.type', '')))).toEqual([])
  })
})
