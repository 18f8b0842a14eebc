import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const coursesFolder = join(import.meta.dirname, '../../../migrations/demo/courses')

function collect(value: unknown, documents: Map<string, unknown>, path: string): void {
  if (typeof value !== 'object' || value === null) return
  if ('type' in value && value.type === 'doc') documents.set(path, value)
  else for (const [key, part] of Object.entries(value)) collect(part, documents, `${path}/${key}`)
}

/** Every rich document of the four demo courses, by its location. */
export function demoDocuments(): Map<string, unknown> {
  const documents = new Map<string, unknown>()
  for (const name of readdirSync(coursesFolder).filter((file) => file.endsWith('.json')))
    collect(JSON.parse(readFileSync(join(coursesFolder, name), 'utf8')), documents, name)
  return documents
}
