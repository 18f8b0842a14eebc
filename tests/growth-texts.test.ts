import { expect, test } from 'vitest'
import { renderDocument } from '#modules/catalogue/index.ts'
import { documentText } from '#modules/catalogue/rich-text/index.ts'
import { composed } from '#platform/composed.shared.ts'
import type { AnyReader } from '#platform/readers/reader.ts'
import { growsTooFast, growthOf } from './support/growth.ts'

/** Authors' texts that requests read and show: reading them must take linear time. */
const paragraphs = (size: number, text: string, marks: { type: string }[] = []) => ({
  type: 'doc',
  content: Array.from({ length: size / 100 }, () => ({
    type: 'paragraph',
    content: [{ type: 'text', text, marks }],
  })),
})
const lessons = {
  paragraphs: (size: number) => paragraphs(size, 'a'.repeat(90)),
  raised: (size: number) => paragraphs(size, '1'.repeat(90), [{ type: 'superscript' }]),
}
const signs = { signs: (size: number) => paragraphs(size, '<&"'.repeat(30)) }
const piles = { marks: (size: number) => `a${'\u0301'.repeat(size / 2)}${'\u0327'.repeat(size / 2)}` }
const show = (document: unknown) => renderDocument(document, { locale: 'en', media: () => null })
const reads = [
  ['documentText', lessons, documentText],
  ['renderDocument', signs, show],
  ['composed', piles, composed],
] as const
const inputs = reads.flatMap(([name, worst, read]) =>
  Object.keys(worst).map((input) => {
    const limits = { bytes: 20_000_000, ms: 1_000, memoryMb: 256 }
    return { name, input, reader: { kind: 'reader', name, limits, worst, read } as AnyReader }
  }),
)

test.each(inputs)(
  '$name: twice the size of $input takes at most 2.5 times the time and memory',
  async ({ reader, input }) => {
    const growth = await growthOf(reader, input)
    // Null if it is too quick to measure.
    expect(growth, `${reader.name} ${input}`).toSatisfy(
      (measured: typeof growth) => measured === null || !growsTooFast(measured),
    )
  },
)
