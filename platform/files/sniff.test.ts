import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import exceljs from 'exceljs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FileTypeRefused } from './file-errors.ts'
import { extensionsFor, type FileUse, sniffFile } from './sniff.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sniff-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function sniff(content: Uint8Array | string, name: string, use: FileUse) {
  const path = join(folder, 'content')
  await writeFile(path, content)
  return sniffFile(path, { name, use })
}

const canvas = () => sharp({ create: { width: 2, height: 2, channels: 3, background: '#063' } })
const mp4Bytes = Buffer.from('000000186674797069736f6d0000020069736f6d6d703432', 'hex')
const mp3Bytes = Buffer.concat([
  Buffer.from('ID3\x04\x00\x00\x00\x00\x00\x00', 'latin1'),
  Buffer.from('fffb9064', 'hex'),
  Buffer.alloc(500),
])
const pdfText = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'
const docxBytes = Buffer.from(
  'UEsDBBQAAAAIAIkJdV2Rp0i1vQAAAAIBAAATAAAAW0NvbnRlbnRfVHlwZXNdLnhtbF2PwU7DMBBEf8XaK0o2cKgQitMDEkfooXzAyt6kVuNdyzal/XsckHrguJqZNzvj/hpXc+FcgoqFx34Aw+LUB1ksfB7fumfYT+PxlriYZpVi4VRrekEs7sSRSq+JpSmz5ki1nXnBRO5MC+PTMOzQqVSW2tWNAdP40dpy8GwOlOs7RbaA35o9enVfsTn7RgPz+hfbmi1QSmtwVNuTeBH/r7PTeQ6O7/mNlrI6LqXNiGt/VyIFedjwOI34O2r6AVBLAwQUAAAACACJCXVd3VqGDQ8AAAANAAAAEQAAAHdvcmQvZG9jdW1lbnQueG1ssym3SslPLs1NzSvRtwMAUEsBAhQDFAAAAAgAiQl1XZGnSLW9AAAAAgEAABMAAAAAAAAAAAAAAIABAAAAAFtDb250ZW50X1R5cGVzXS54bWxQSwECFAMUAAAACACJCXVd3VqGDQ8AAAANAAAAEQAAAAAAAAAAAAAAgAHuAAAAd29yZC9kb2N1bWVudC54bWxQSwUGAAAAAAIAAgCAAAAALAEAAAAA',
  'base64',
)
// The same email with macros.
const docmBytes = Buffer.from(
  'UEsDBBQAAAAIAIkJdV0nqYlptgAAAOgAAAATAAAAW0NvbnRlbnRfVHlwZXNdLnhtbD2OzW7CMBCEX8XaK4o37QFVVRwOqD0WDvAAW3sJFvHasl1+3r4OlXoczXwzM2zuYVZXzsVHMfCie1AsNjovk4Hj4bN7g804HB6Ji2pRKQbOtaZ3xGLPHKjomFiac4o5UG0yT5jIXmhifO37NdoolaV2demAcdi1tewdqz3l+kWBDeAtZocu2p/Qkrq1gdr+YcuyAUpp9pZqO4lXcTqUbkH0PxLI5vgh9D1zc8nLainBccDn9fEXUEsDBBQAAAAIAIkJdV3dWoYNDwAAAA0AAAARAAAAd29yZC9kb2N1bWVudC54bWyzKbdKyU8uzU3NK9G3AwBQSwECFAMUAAAACACJCXVdJ6mJabYAAADoAAAAEwAAAAAAAAAAAAAAgAEAAAAAW0NvbnRlbnRfVHlwZXNdLnhtbFBLAQIUAxQAAAAIAIkJdV3dWoYNDwAAAA0AAAARAAAAAAAAAAAAAACAAecAAAB3b3JkL2RvY3VtZW50LnhtbFBLBQYAAAAAAgACAIAAAAAlAQAAAAA=',
  'base64',
)
const xlsx = async () => {
  const book = new exceljs.Workbook()
  book.addWorksheet('Students').addRow(['first_name'])
  return new Uint8Array(await book.xlsx.writeBuffer())
}

const cases = join(import.meta.dirname, '../../tests/fixtures/cases')

describe('an upload', () => {
  test.each([
    ['83-photo.jfif', 'image/jpeg'],
    ['84-webp-named.jpg', 'image/webp'],
    ['85-png-named.jpg', 'image/png'],
  ])(
    'containing the picture %s has the type of its content, whichever picture type its name has',
    async (name, type) => {
      const content = await readFile(join(cases, name))
      for (const use of ['image', 'media', 'document'] as const) expect(await sniff(content, name, use)).toBe(type)
      // The extension of another kind of file does not fit a picture.
      for (const other of ['a.pdf', 'a.svg', 'a.html', 'a'])
        await expect(sniff(content, other, 'image')).rejects.toThrow(FileTypeRefused)
    },
  )

  test('has the type of its content', async () => {
    expect(await sniff(await canvas().png().toBuffer(), 'a.png', 'image')).toBe('image/png')
    expect(await sniff(await canvas().jpeg().toBuffer(), 'a.jpg', 'image')).toBe('image/jpeg')
    expect(await sniff(await canvas().jpeg().toBuffer(), 'A.B.JPEG', 'chat_image')).toBe('image/jpeg')
    expect(await sniff(await canvas().gif().toBuffer(), 'a.gif', 'image')).toBe('image/gif')
    expect(await sniff(mp4Bytes, 'lesson.mp4', 'media')).toBe('video/mp4')
    expect(await sniff(mp3Bytes, 'lesson.mp3', 'media')).toBe('audio/mpeg')
    expect(await sniff(pdfText, 'handout.pdf', 'document')).toBe('application/pdf')
    expect(await sniff(await xlsx(), 'students.xlsx', 'datasheet')).toContain('spreadsheetml')
    expect(await sniff(docxBytes, 'letter.docx', 'document')).toContain('wordprocessingml')
    expect(await sniff('WEBVTT\n\n00:00.000 --> 00:02.000\n¡Alto!\n', 'es.vtt', 'captions')).toBe('text/vtt')
    expect(await sniff('\uFEFFWEBVTT - English\n', 'en.vtt', 'captions')).toBe('text/vtt')
  })

  test.each<[string, string, string, FileUse]>([
    ['an SVG drawing', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'a.svg', 'image'],
    ['an SVG drawing named as a PNG', '<?xml version="1.0"?><svg onload="alert(1)"/>', 'a.png', 'image'],
    ['a web page', '<!doctype html><script>alert(1)</script>', 'a.html', 'document'],
    ['a web page named as a PDF', '<!doctype html><script>alert(1)</script>', 'a.pdf', 'document'],
    ['a web page named as captions', '<script>alert(1)</script>WEBVTT', 'a.vtt', 'captions'],
    ['captions with a longer first word', 'WEBVTTX\n', 'a.vtt', 'captions'],
    ['captions with zero bytes', 'WEBVTT\n\0', 'a.vtt', 'captions'],
    ['captions where a picture is wanted', 'WEBVTT\n', 'a.vtt', 'image'],
    ['nothing at all', '', 'a.pdf', 'document'],
    ['a program', 'MZ\x90\x00', 'a.exe', 'document'],
    ['a PDF without an extension', pdfText, 'handout', 'document'],
    ['a PDF named as a picture', pdfText, 'handout.png', 'document'],
    ['a PDF with a second extension', pdfText, 'handout.pdf.html', 'document'],
    ['a PDF in the chat', pdfText, 'handout.pdf', 'chat_image'],
  ])('is refused if it is %s', async (_what, content, name, use) => {
    await expect(sniff(content, name, use)).rejects.toThrow(FileTypeRefused)
  })

  test('is refused if its captions are not UTF-8', async () => {
    const latin = Buffer.from('WEBVTT\n\n\xa1Alto!\n', 'latin1')
    await expect(sniff(latin, 'es.vtt', 'captions')).rejects.toThrow(FileTypeRefused)
  })

  test('is refused as a document if it is a spreadsheet, though both are zip files', async () => {
    await expect(sniff(await xlsx(), 'letter.docx', 'document')).rejects.toThrow(FileTypeRefused)
  })

  test('is refused if it is an email with macros', async () => {
    await expect(sniff(docmBytes, 'letter.docx', 'document')).rejects.toThrow(FileTypeRefused)
  })

  test('field offers the extensions of its use', () => {
    expect(extensionsFor('chat_image')).toEqual(['.png', '.jpg', '.jpeg', '.jpe', '.jfif'])
  })
})
