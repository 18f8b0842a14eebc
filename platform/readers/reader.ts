type ReaderLimits = {
  /** The largest input, in bytes (or characters of a text). */
  bytes: number
  /** The most bytes that archives in it may unpack to; passed to `openZip` by the reader. */
  unpacked?: number
  /** Wall time of one reading. Above a minute it is a long reading, and only one of those runs at a time. */
  ms: number
  /** The thread's heap. Typed arrays are outside it: `bytes` and `unpacked` limit them. */
  memoryMb: number
}

export type Reader<I, O> = ReaderDeclaration<I, O> & { readonly kind: 'reader' }

type ReaderDeclaration<I, O> = {
  /** The path of its file without `.reader.ts`; its thread loads it by this name. */
  readonly name: string
  readonly limits: Readonly<ReaderLimits>
  /** Its worst inputs by name; each grows with `size`. The growth test reads them at n, 2n and 4n. */
  readonly worst: Readonly<Record<string, (size: number) => I | Promise<I>>>
  /**
   * Reads one input. Input and output must be cloneable between threads. It may throw a Refusal; any other error
   * refuses the file. Only `readInWorker` calls it.
   */
  read(input: I): O | Promise<O>
}

/** Declares a reader of untrusted bytes, the only export of a `*.reader.ts` file. */
export const defineReader = <I, O>(declaration: ReaderDeclaration<I, O>): Reader<I, O> => ({
  kind: 'reader',
  ...declaration,
})

// biome-ignore lint/suspicious/noExplicitAny: readers of all kinds of input
export type AnyReader = Reader<any, unknown>

/** The reader that a `*.reader.ts` module exports. */
export function readerIn(module: object): AnyReader {
  const reader = Object.values(module).find((exported) => (exported as AnyReader | null)?.kind === 'reader')
  if (!reader) throw new Error('the module exports no reader')
  return reader
}
