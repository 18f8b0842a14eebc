import type { FileUse } from './sniff.ts'

/** `key` opens it again, `sha256` is lower-case hex, `size` is in bytes. */
export type StoredFile = { key: string; sha256: string; size: number; content_type: string }

/** Offsets in bytes, both ends included; without `end` to the last byte. */
export type ByteRange = { start: number; end?: number }

/** `size` is the size of the whole file, also where `stream` carries only a range of it. */
export type OpenFile = { stream: ReadableStream<Uint8Array<ArrayBuffer>>; size: number; content_type: string }

export type FileContent = { bytes: Uint8Array } | { stream: AsyncIterable<Uint8Array> }

/** `low`: uploads and the product's own files may soon find no place. */
export type DiskSpace = { free_bytes: number; total_bytes: number; low: boolean }

/**
 * `accept` checks the content against the name that its sender gave and takes the content type from the content;
 * without it `content_type` is believed, so it is for files that the product makes itself.
 * `folder` (lower-case letters, digits, '-') keeps the content of one owner apart from the same bytes of another.
 * `before` is told the key of content that has arrived whole, before it is at its place: what it writes down names the file
 * even if this process ends then.
 */
export type NewFile = FileContent & {
  content_type?: string
  accept?: { name: string; use: FileUse }
  folder?: string
  before?: (key: string) => Promise<void>
  limit_bytes: number
}

/**
 * Stored content, addressed by its hash: the same bytes in the same folder are one file, so a caller that removes a key
 * must know that nothing else refers to it. Fails with FileTooLarge (413), FileTypeRefused (415), missing (404).
 */
export interface Files {
  put(file: NewFile): Promise<StoredFile>
  open(key: string, range?: ByteRange): Promise<OpenFile>
  /** A link that works without us for `seconds`; only stores that can give one have it. */
  url?(key: string, options: { seconds: number }): Promise<string>
  /** Removing what is not there is no failure. In quarantine everything stays: the original may still name it. */
  remove(key: string): Promise<void>
  /** Deletes what processes that were killed while they received a file left on the local disk. Safe to repeat. */
  sweep(): Promise<void>
  /** The disk that holds them; only stores on a disk of this machine have one. */
  space?(): Promise<DiskSpace>
}
