import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Email } from './message.ts'

/** A stored email; `id` sorts by time, `at` is when it was sent (ISO). */
export type StoredEmail = Email & { id: string; at: string }

/** Emails on disk, for development: every process that opens the same folder sees the same emails. */
export type Mailbox = {
  add(email: Email): Promise<void>
  /** Newest first. */
  list(options?: { to?: string; limit?: number }): Promise<StoredEmail[]>
  find(id: string): Promise<StoredEmail | undefined>
}

const maxStored = 500
const idPattern = /^\d{13}-\d{6}-[0-9a-f]{8}$/

/** The emails in `folder`, at most 500; the oldest are deleted. */
export function openMailbox(folder = '.data/mailbox'): Mailbox {
  let sequence = 0
  return {
    async add(email) {
      sequence = (sequence + 1) % 1_000_000
      const now = Date.now()
      // Later than every existing email, including one of the same millisecond from another process.
      const [newest] = await idsIn(folder)
      const order = Math.max(now, Number(newest?.slice(0, 13) ?? 0) + 1)
      const id = `${order}-${String(sequence).padStart(6, '0')}-${randomBytes(4).toString('hex')}`
      await mkdir(folder, { recursive: true })
      await writeWhole(folder, id, JSON.stringify({ ...email, id, at: new Date(now).toISOString() }, asBase64, 1))
      for (const oldId of (await idsIn(folder)).slice(maxStored)) await rm(fileOf(folder, oldId), { force: true })
    },
    async list({ to, limit = maxStored } = {}) {
      const emails: StoredEmail[] = []
      for (const id of await idsIn(folder)) {
        if (emails.length >= limit) break
        const email = await readEmail(folder, id)
        if (email && (!to || email.to.toLowerCase() === to.toLowerCase())) emails.push(email)
      }
      return emails
    },
    find: async (id) => (idPattern.test(id) ? readEmail(folder, id) : undefined),
  }
}

const fileOf = (folder: string, id: string) => join(folder, `${id}.json`)

async function idsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  const ids = names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length))
  return ids
    .filter((id) => idPattern.test(id))
    .sort()
    .reverse()
}

/** Another process may be reading the folder: an email must appear whole or not at all. */
async function writeWhole(folder: string, id: string, text: string) {
  const part = join(folder, `${id}.part`)
  await writeFile(part, text, { mode: 0o600 })
  await rename(part, fileOf(folder, id))
}

/** Undefined if another process just removed it to make room. */
async function readEmail(folder: string, id: string): Promise<StoredEmail | undefined> {
  const text = await readFile(fileOf(folder, id), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text, fromBase64) as StoredEmail)
}

function asBase64(this: Record<string, unknown>, name: string, value: unknown): unknown {
  const original = this[name]
  return original instanceof Uint8Array ? { base64: Buffer.from(original).toString('base64') } : value
}

function fromBase64(name: string, value: unknown): unknown {
  const { base64 } = (name === 'bytes' && value ? value : {}) as { base64?: string }
  return base64 === undefined ? value : new Uint8Array(Buffer.from(base64, 'base64'))
}
