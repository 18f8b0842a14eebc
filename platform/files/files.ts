import { openLocalFiles } from './files.local.ts'
import { openS3Files, type S3Settings } from './files.s3.ts'
import type { Files } from './stored-file.ts'

export type { Files, StoredFile } from './stored-file.ts'

/** The files of this installation: an S3-compatible bucket if `s3` is set, otherwise a local folder. */
export function openFiles(options: { folder: string; s3?: S3Settings }): Files {
  return options.s3 ? openS3Files(options.s3) : openLocalFiles(options.folder)
}
