import { join } from 'node:path'
import { defineReader } from '#platform/readers/reader.ts'
import { worstFile } from '#platform/readers/worst-file.ts'
import { zipFile } from '#platform/readers/write-zip.ts'
import type { SentenceParams } from '#platform/sentence.ts'
import type { archiveTexts } from './archive.texts.ts'
import { ArchiveRefused } from './archive-refused.ts'
import { courseFileName, courseFormat } from './course-file.schema.ts'
import { archiveLimits, type ReadArchive, readArchive } from './read-archive.ts'

export type ArchiveResult =
  | { archive: ReadArchive; refused?: undefined }
  | { refused: keyof typeof archiveTexts; params: SentenceParams }

/** An archive with this course in a single file, and a folder for its media. */
const archive = async (course: string, media: Readonly<Record<string, string>> = {}) => {
  const path = await worstFile('course-archive', zipFile({ [courseFileName]: course, ...media }))
  return { path, folder: join(path, '..', 'media') }
}
const inside = (parts: string) => archive(`{"format":"${courseFormat}",${parts}}`)
const listOf = (text: string, size: number) => `[${Array.from({ length: size / text.length }, () => text).join()}]`

/** Unpacks a course archive into a folder and validates it completely. */
export const courseArchiveReader = defineReader({
  name: 'modules/catalogue/archive/course-archive',
  // Unpacking a course's media takes minutes; its text is small.
  limits: { bytes: archiveLimits.courseBytes, unpacked: archiveLimits.bytes, ms: 1_500_000, memoryMb: 768 },
  worst: {
    brackets: (size) => archive('['.repeat(size)),
    objects: (size) => archive('{"a":'.repeat(size / 5)),
    values: (size) => archive(`[${'0,'.repeat(size / 2)}0]`),
    media: (size) => inside(`"media":${listOf('{"path":"media/1.png"}', size)}`),
    modules: (size) => inside(`"modules":${listOf('{"components":[{}]}', size)}`),
    unknown: (size) => inside(Array.from({ length: size / 10 }, (_, index) => `"k${index}":0`).join()),
    text: (size) => inside(`"course":{"name":"${'\\u0301'.repeat(size / 6)}"}`),
  },
  read: async ({ path, folder }: { path: string; folder: string }): Promise<ArchiveResult> => {
    try {
      return { archive: await readArchive(path, folder) }
    } catch (error) {
      if (!(error instanceof ArchiveRefused)) throw error
      return { refused: error.key, params: error.why.params ?? {} }
    }
  },
})
