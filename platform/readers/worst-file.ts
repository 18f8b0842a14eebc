import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Writes a worst-case input for a reader that takes a file path; it replaces the previous one of this name. */
export async function worstFile(name: string, bytes: Uint8Array): Promise<string> {
  const folder = join(tmpdir(), `waypost-worst-${process.pid}`, name)
  await mkdir(folder, { recursive: true })
  const path = join(folder, 'file')
  await writeFile(path, bytes)
  return path
}
