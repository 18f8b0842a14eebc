import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { attachmentUrl, mp4DurationMs } from '#modules/catalogue/entry.ts'
import type { Sql } from '#platform/db/sql.ts'
import type { Files } from '#platform/files/files.ts'

type DemoMedium = { name: string; lk_file_type_id: number; language?: string; of?: string }

const media: readonly DemoMedium[] = [
  { name: 'sign-stop.png', lk_file_type_id: 1 },
  { name: 'sign-railroad.png', lk_file_type_id: 1 },
  { name: 'sign-school.png', lk_file_type_id: 1 },
  { name: 'handout-pre-drive-checklist.pdf', lk_file_type_id: 4 },
  { name: 'narration-welcome.mp3', lk_file_type_id: 3 },
  { name: 'lesson-following-distance.mp4', lk_file_type_id: 2 },
  {
    name: 'lesson-following-distance.en.vtt',
    lk_file_type_id: 11,
    language: 'en',
    of: 'lesson-following-distance.mp4',
  },
  {
    name: 'lesson-following-distance.es.vtt',
    lk_file_type_id: 11,
    language: 'es',
    of: 'lesson-following-distance.mp4',
  },
]

/** Files of the demo courses, with captions after their video. Answers the address of each `media/NAME`. */
export async function loadMedia(
  { sql, files, folder }: { sql: Sql; files: Files; folder: string },
  organization_id: number,
): Promise<Map<string, string>> {
  const ids = new Map<string, number>()
  for (const medium of media) {
    const row = await storedRow(files, folder, medium)
    const related = { related_attachment_id: medium.of ? ids.get(medium.of)! : null }
    ids.set(medium.name, await placeAttachment(sql, { organization_id, ...row, ...related }))
  }
  return new Map(media.map(({ name }) => [`media/${name}`, attachmentUrl({ attachment_id: ids.get(name)!, name })]))
}

async function storedRow(files: Files, folder: string, { name, lk_file_type_id, language }: DemoMedium) {
  const use = lk_file_type_id === 11 ? 'captions' : 'media'
  const bytes = await readFile(join(folder, 'media', name))
  // The store must have the content even where the row is there already: it may be another one.
  const file = await files.put({ bytes, accept: { name, use }, limit_bytes: 10_000_000 })
  return {
    lk_file_type_id,
    name,
    file_key: file.key,
    content_type: file.content_type,
    size_bytes: file.size,
    duration_ms: lk_file_type_id === 2 ? await mp4DurationMs(bytes) : null,
    source_path: `media/${name}`,
    language: language ?? null,
    visible_to: lk_file_type_id === 1 ? 'everybody' : 'learners',
  }
}

async function placeAttachment(sql: Sql, row: { organization_id: number; source_path: string } & object) {
  await sql`
    insert into catalogue.attachment ${sql(row)}
    on conflict (organization_id, source_path) where source_path is not null do nothing`
  const [placedRow] = await sql<{ attachment_id: number }>`
    select attachment_id from catalogue.attachment
    where organization_id = ${row.organization_id} and source_path = ${row.source_path}`
  return placedRow!.attachment_id
}
