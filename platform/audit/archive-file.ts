import { createHash, type KeyObject } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from '#platform/schema.ts'
import { type Fault, faultOf, type Link } from './verify.ts'

const format = 'waypost-audit-archive/1'

const Header = z.object({ format: z.literal(format), chain: z.int(), from: z.int(), to: z.int() })
/** A seal with its event, as the text that the seal covers. */
const Line = z.object({
  position: z.int(),
  audit_event_id: z.int(),
  version: z.int(),
  key_id: z.string(),
  previous_hash: z.string(),
  hash: z.string(),
  sealed_at: z.string(),
  canonical: z.string().nullable(),
})

/** A part of a chain: the end of the part before it, and its own end. */
export type Part = {
  readonly chain: number
  readonly from: number
  readonly to: number
  readonly previous_hash: string
  readonly hash: string
}

/** Why a file does not prove its part of the chain. */
class ArchiveBroken extends Error {
  override name = 'ArchiveBroken'
}

/** Writes links as compressed lines of JSON; the file appears complete and on the disk, or not at all. */
export async function writeArchive(
  folder: string,
  name: string,
  part: Pick<Part, 'chain' | 'from' | 'to'>,
  links: AsyncIterable<Link>,
): Promise<void> {
  const file = join(folder, name)
  const beginning = `${file}.part`
  await mkdir(dirname(file), { recursive: true })
  try {
    await pipeline(linesOf(part, links), createGzip({ level: 9 }), createWriteStream(beginning))
    await sync(beginning)
    await rename(beginning, file)
    await sync(dirname(file))
  } catch (error) {
    await rm(beginning, { force: true })
    throw error
  }
}

async function* linesOf(part: Pick<Part, 'chain' | 'from' | 'to'>, links: AsyncIterable<Link>) {
  yield `${JSON.stringify({ format, ...part })}\n`
  for await (const link of links) yield `${JSON.stringify(Line.parse(link))}\n`
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

/**
 * Follows the chain through a file and calls `each` with every link that holds; returns the SHA-256 of its bytes.
 * Throws ArchiveBroken at the first fault.
 */
export async function verifyArchive(
  folder: string,
  name: string,
  part: Part,
  keys: ReadonlyMap<string, KeyObject>,
  each: (link: Link) => void = () => {},
): Promise<string> {
  const digest = createHash('sha256')
  const source = createReadStream(join(folder, name))
  source.on('data', (bytes) => digest.update(bytes))
  const fail = (reason: string) => new ArchiveBroken(`${name}: ${reason}`)
  const unzipped = source.pipe(createGunzip())
  // An error of the file reaches the reader of the lines.
  source.on('error', (error) => unzipped.destroy(error))
  let end: Pick<Link, 'position' | 'hash'> = { position: part.from - 1, hash: part.previous_hash }
  let isFirst = true
  try {
    for await (const text of createInterface({ input: unzipped, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (isFirst) requireHeader(text, part, fail)
      else {
        const link = follow(text, end, part, keys, fail)
        each(link)
        end = link
      }
      isFirst = false
    }
  } catch (error) {
    if (error instanceof ArchiveBroken) throw error
    throw fail(`it can't be read (${error instanceof Error ? error.message : error})`)
  }
  if (end.position !== part.to) throw fail(`it ends at position ${end.position} instead of ${part.to}`)
  if (end.hash !== part.hash) throw fail('its last seal is not the recorded one')
  return digest.digest('hex')
}

type Fail = (reason: string) => ArchiveBroken

function requireHeader(text: string, { chain, from, to }: Part, fail: Fail): void {
  const header = Header.safeParse(parse(text, fail))
  if (!header.success) throw fail('it is not an archive of this product')
  if (header.data.chain !== chain || header.data.from !== from || header.data.to !== to)
    throw fail('it is the archive of another part')
}

function follow(
  text: string,
  before: { position: number; hash: string },
  { chain }: Part,
  keys: ReadonlyMap<string, KeyObject>,
  fail: Fail,
): Link {
  const line = Line.safeParse(parse(text, fail))
  if (!line.success) throw fail(`the line after position ${before.position} is not an event`)
  const fault: Fault | null = faultOf(line.data, before, chain, keys)
  if (fault) throw fail(`${fault} at position ${before.position + 1}`)
  return line.data
}

function parse(text: string, fail: Fail): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw fail('a line is not JSON')
  }
}
