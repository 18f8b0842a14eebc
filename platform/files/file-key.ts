import { fileErrors } from './file-errors.ts'

const keyPattern = /^(?:[a-z0-9-]{1,64}\/)?([0-9a-f]{2})\/([0-9a-f]{2})\/([0-9a-f]{64})$/
const folderPattern = /^[a-z0-9-]{1,64}$/

/** `ab/cd/<sha256>`, below `folder/` if given. */
export function fileKey(sha256: string, folder?: string): string {
  if (folder !== undefined && !folderPattern.test(folder))
    throw new Error('A file folder is lower-case letters, digits and -')
  const key = `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`
  return folder === undefined ? key : `${folder}/${key}`
}

/** Returns the key if `fileKey` can have made it; anything else (`../`, absolute paths) is missing (404). */
export function checkedKey(key: string): string {
  if (!isFileKey(key)) throw fileErrors.missing()
  return key
}

/** Whether `fileKey` can have made it. */
export function isFileKey(key: string): boolean {
  const [, first, second, sha256] = keyPattern.exec(key) ?? []
  return sha256?.startsWith(`${first}${second}`) ?? false
}

/** First and last offset of a range in a file of `size` bytes; refuses a range outside it. */
export function boundsOf(range: { start: number; end?: number }, size: number): { start: number; end: number } {
  const end = Math.min(range.end ?? size - 1, size - 1)
  if (!Number.isSafeInteger(range.start) || range.start < 0 || range.start > end) {
    throw new RangeError(`No bytes ${range.start}-${range.end ?? ''} in a file of ${size}`)
  }
  return { start: range.start, end }
}
