import { randomUUID } from 'node:crypto'
import { access, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AgencyAdapter, AgencyAnswer } from './agency-adapter.ts'
import { completionsCsv } from './csv.ts'
import type { CompletionRecord } from './record.ts'

/** The name of a record's file: the same at every try, so that a repeated one is seen. */
export const dropName = ({ agency, submission_id }: CompletionRecord): string =>
  `${agency}-${submission_id.replaceAll(/[^\w-]/g, '_')}.csv`

/** Lays a CSV file for each completion into a folder that somebody else empties; a file is there whole or not at all. */
export const openFileDrop = (folder: string): AgencyAdapter => ({
  async submit(record) {
    const name = dropName(record)
    try {
      if (await exists(join(folder, name))) return answer('duplicate', name)
      await writeWhole(folder, name, completionsCsv([record]))
      return answer('accepted', name)
    } catch (error) {
      return { ...answer('retry', null), body: (error as { code?: string }).code ?? 'the folder cannot be written' }
    }
  },
})

const answer = (outcome: AgencyAnswer['outcome'], receipt: string | null): AgencyAnswer => ({
  outcome,
  receipt,
  http_status: null,
  code: null,
  message: null,
  body: receipt ?? '',
})

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

async function writeWhole(folder: string, name: string, text: string): Promise<void> {
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
}
