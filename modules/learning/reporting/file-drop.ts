import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '#platform/files/sync-folder.ts'
import { openSweep } from '#platform/files/temporary.ts'
import { requireOutbound } from '#platform/outbound.ts'
import type { AgencyAdapter, AgencyResponse } from './agency-adapter.ts'
import { completionsCsv } from './csv.ts'
import type { CompletionRecord } from './record.ts'

/** The file name of a record: the same for every attempt, so that repeats are detected. */
const dropName = ({ agency, submission_id }: CompletionRecord, more = ''): string =>
  `${agency}-${submission_id.replaceAll(/[^\w-]/g, '_')}${more}.csv`

/** Writes a CSV file for each completion to a folder, for staff to upload; a file appears complete or not at all. */
export function openFileDrop(folder: string): AgencyAdapter {
  const sweep = openSweep(folder, (name) => name.startsWith('.') && name.endsWith('.part'))
  return {
    async submit(record) {
      try {
        requireOutbound('report')
        await sweep()
        return await drop(folder, record, completionsCsv([record]))
      } catch (error) {
        return { ...answer('retry', null), body: (error as { code?: string }).code ?? 'the folder cannot be written' }
      }
    },
  }
}

/** Our ids repeat after a restore, so a file of this name may be about another person and not be uploaded yet. */
async function drop(folder: string, record: CompletionRecord, text: string): Promise<AgencyResponse> {
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 8)
  for (const name of [dropName(record), dropName(record, `-${digest}`)]) {
    const there = await readFile(join(folder, name), 'utf8').catch(nullIfAbsent)
    if (there === text) return answer('duplicate', name)
    if (there !== null) continue
    await writeWhole(folder, name, text)
    return answer('accepted', name)
  }
  throw new Error('both names are taken')
}

const answer = (outcome: AgencyResponse['outcome'], receipt: string | null): AgencyResponse => ({
  outcome,
  receipt,
  http_status: null,
  code: null,
  message: null,
  body: receipt ?? '',
  ...(receipt !== null && { handed_over: true }),
})

function nullIfAbsent(error: unknown): null {
  if ((error as { code?: unknown }).code === 'ENOENT') return null
  throw error
}

/** Writes a file that appears complete or not at all. */
export async function writeWhole(folder: string, name: string, text: string | Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true })
  const draft = join(folder, `.${randomUUID()}.part`)
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, join(folder, name)).catch(async (error) => {
    await rm(draft, { force: true })
    throw error
  })
  await syncFolder(folder)
}
