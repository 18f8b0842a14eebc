import { defineReader } from '#platform/readers/reader.ts'
import { readCaptions } from './captions.ts'

/** The captions of an uploaded file as WebVTT. */
export const captionsReader = defineReader({
  name: 'modules/catalogue/media/captions',
  limits: { bytes: 5 * 1024 * 1024, ms: 10_000, memoryMb: 256 },
  worst: {
    blanks: (size) => vtt(`00:01.000${' '.repeat(size)}x --> 00:02.000`),
    tabs: (size) => vtt(`00:01.000 --> ${'\t'.repeat(size)}x`),
    arrows: (size) => vtt('-->'.repeat(size / 3)),
    digits: (size) => vtt(`${'0'.repeat(size)} --> 00:01.000`),
    cues: (size) => vtt('00:01.000 --> 00:02.000\na\n\n'.repeat(size / 27)),
    close: (size) => bytesOf('1\n00:00:01,000 --> 00:00:02,000\n'.repeat(size / 32)),
    signs: (size) => bytesOf(`00:00:01,000 --> 00:00:02,000\n${'<&{\\an<font a=b '.repeat(size / 16)}`),
    fonts: (size) => bytesOf(`00:00:01,000 --> 00:00:02,000\n<font ${'a=b '.repeat(size / 4)}`),
    lines: (size) => vtt(`NOTE\n${'a\n'.repeat(size / 2)}`),
    empty: (size) => bytesOf('\r'.repeat(size)),
  },
  read: readCaptions,
})

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const vtt = (text: string): Uint8Array => bytesOf(`WEBVTT\n\n${text}`)
