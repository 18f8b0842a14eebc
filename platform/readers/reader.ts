type ReaderLimits = {
  /** The largest input, in bytes (or characters of a text). */
  bytes: number
  /** The most that archives within it may unpack to, in bytes; the reader gives it to `openZip`. */
  unpacked?: number
  /** Wall time of one reading. More than a minute makes it a long reading, of which one runs at a time. */
  ms: number
  /** The heap of its thread. Typed arrays lie outside it: `bytes` and `unpacked` limit them. */
  memoryMb: number
}

export type Reader<I, O> = ReaderDeclaration<I, O> & { readonly kind: 'reader' }

type ReaderDeclaration<I, O> = {
  /** The path of its file without `.reader.ts`, by which its thread loads it. */
  readonly name: string
  readonly limits: Readonly<ReaderLimits>
  /** Its most hostile inputs by name; each grows with `size`. The growth test reads them at n, 2n and 4n. */
  readonly worst: Readonly<Record<string, (size: number) => I | Promise<I>>>
  /**
   * Reads one input. Both sides of it can be cloned between threads. It may throw a Refusal; anything else that it throws
   * refuses the file. Only `readApart` calls it.
   */
  read(input: I): O | Promise<O>
}

/** Declares a reader of foreign bytes, as the only export of a `*.reader.ts` file. */
export const defineReader = <I, O>(declared: ReaderDeclaration<I, O>): Reader<I, O> => ({ kind: 'reader', ...declared })

// biome-ignore lint/suspicious/noExplicitAny: readers of all kinds of input
export type AnyReader = Reader<any, unknown>

/** The reader that a `*.reader.ts` module exports. */
export function readerIn(module: object): AnyReader {
  const reader = Object.values(module).find((one) => (one as AnyReader | null)?.kind === 'reader')
  if (!reader) throw new Error('the module exports no reader')
  return reader
}
