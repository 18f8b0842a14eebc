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
const dropName = ({ agency, submission_id }: CompletionRecord, suffix = ''): string =>
  `${agency}-${submission_id.replaceAll(/[^\w-]/g, '_')}${suffix}.csv`

/** Writes a CSV file for each completion to a folder, for staff to upload; a file appears complete or not at all. */
export function openFileDrop(folder: string): AgencyAdapter {
  const sweep = openSweep(folder, (name) => name.startsWith('.') && name.endsWith('.part'))
  return {
    async submit(record) {
      try {
        requireOutbound('report')
        await sweep()
        return await writeDrop(folder, record, completionsCsv([record]))
      } catch (error) {
        const body = (error as { code?: string }).code ?? 'the folder is not writable'
        return { ...dropResponse('retry', null), body }
      }
    },
  }
}

/** Ids repeat after a database restore, so a file of this name may be another person's and not be uploaded yet. */
async function writeDrop(folder: string, record: CompletionRecord, text: string): Promise<AgencyResponse> {
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 8)
  for (const name of [dropName(record), dropName(record, `-${digest}`)]) {
    const existing = await readFile(join(folder, name), 'utf8').catch(nullIfAbsent)
    if (existing === text) return dropResponse('duplicate', name)
    if (existing !== null) continue
    await writeAtomically(folder, name, text)
    return dropResponse('accepted', name)
  }
  throw new Error('both file names exist with other content')
}

const dropResponse = (outcome: AgencyResponse['outcome'], receipt: string | null): AgencyResponse => ({
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
export async function writeAtomically(folder: string, name: string, text: string | Uint8Array): Promise<void> {
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
