import type { FileUse } from './sniff.ts'

/** `key` opens the file, `sha256` is lower-case hex, `size` is in bytes. */
export type StoredFile = { key: string; sha256: string; size: number; content_type: string }

/** Offsets in bytes, both ends included; without `end` up to the last byte. */
export type ByteRange = { start: number; end?: number }

/** `size` is the size of the whole file, even if `stream` carries only a range. */
export type OpenFile = { stream: ReadableStream<Uint8Array<ArrayBuffer>>; size: number; content_type: string }

export type FileContent = { bytes: Uint8Array } | { stream: AsyncIterable<Uint8Array> }

/** `low`: uploads and generated files may soon run out of space. */
export type DiskSpace = { free_bytes: number; total_bytes: number; low: boolean }

/**
 * `accept` checks the content against its name and takes the content type from the content. Without it `content_type`
 * is trusted, which is only for files that the product makes itself. `folder` (lower-case letters, digits, '-')
 * separates equal content of different owners. `before` gets the key of completely received content before it is
 * placed, so that the caller can record it even if this process dies then.
 */
export type NewFile = FileContent & {
  content_type?: string
  accept?: { name: string; use: FileUse }
  folder?: string
  before?: (key: string) => Promise<void>
  limit_bytes: number
}

/**
 * Content-addressed storage: the same bytes in the same folder are one file, so a caller that removes a key must know
 * that nothing else refers to it. Throws FileTooLarge (413), FileTypeRefused (415) or missing (404).
 */
export interface Files {
  put(file: NewFile): Promise<StoredFile>
  open(key: string, range?: ByteRange): Promise<OpenFile>
  /** A link that works without our server for `seconds`; only some stores can make one. */
  url?(key: string, options: { seconds: number }): Promise<string>
  /**
   * Removing a missing file is not an error. In quarantine nothing is removed: the original installation may still
   * refer to it.
   */
  remove(key: string): Promise<void>
  /** The keys of all stored files. */
  list(): AsyncIterable<string>
  /** Deletes local leftovers of processes that were killed while receiving a file. Safe to repeat. */
  sweep(): Promise<void>
  /** Free space, for stores on a local disk. */
  space?(): Promise<DiskSpace>
}
