import type { Context } from 'hono'
import { expect, test } from 'vitest'
import { renderDocument } from '#modules/catalogue/index.ts'
import { documentText } from '#modules/catalogue/rich-text/index.ts'
import { parseXml } from '#modules/learning/reporting/agencies/soap/xml.ts'
import { composed } from '#platform/composed.shared.ts'
import { readForm } from '#platform/http/form-body.ts'
import { parseJsonBody } from '#platform/http/json-body.ts'
import type { AnyReader } from '#platform/readers/reader.ts'
import { growsTooFast, growthOf } from './support/growth.ts'

/**
 * Texts that requests read outside of readers: those of authors, bodies and responses of agencies. Reading them must
 * take linear time.
 */
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
const bodies = {
  brackets: (size: number) => '['.repeat(size),
  objects: (size: number) => '{"a":'.repeat(size / 5),
  values: (size: number) => `[${'1,'.repeat(size / 2)}1]`,
  quotes: (size: number) => '"\\'.repeat(size / 2),
}
const boundary = 'multipart/form-data; boundary=xx'
const forms = {
  fields: (size: number) => ['application/x-www-form-urlencoded', 'a&'.repeat(size / 2)],
  escapes: (size: number) => ['application/x-www-form-urlencoded', `a=${'%C3'.repeat(size / 3)}`],
  parts: (size: number) => [
    boundary,
    '--xx\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(size / 54),
  ],
  dashes: (size: number) => [
    boundary,
    `--xx\r\ncontent-disposition: form-data; name="a"\r\n\r\n${'\r\n--x'.repeat(size / 5)}`,
  ],
  header: (size: number) => [
    boundary,
    `--xx\r\ncontent-disposition: form-data; name="${'\\"'.repeat(size / 2)}"\r\n\r\n1\r\n--xx--`,
  ],
}
const responses = {
  elements: (size: number) => '<a>'.repeat(size / 3),
  attributes: (size: number) => `<a ${Array.from({ length: size / 10 }, (_, index) => `a${index}="b"`).join(' ')}/>`,
  texts: (size: number) => `<a>${'b<c/>'.repeat(size / 5)}</a>`,
}
/** A form as the web server hands it over. */
const posted = async ([type, body]: readonly [string, string]) => {
  const req = {
    header: () => type,
    text: async () => body,
    arrayBuffer: async () => new TextEncoder().encode(body).buffer,
  }
  return readForm({ req } as unknown as Context)
}
const show = (document: unknown) => renderDocument(document, { locale: 'en', media: () => null })
const reads = [
  ['documentText', lessons, documentText],
  ['renderDocument', signs, show],
  ['composed', piles, composed],
  ['parseJsonBody', bodies, (text: string) => parseJsonBody(text, 12_000_000)],
  ['readForm', forms, posted],
  ['parseXml', responses, parseXml],
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
