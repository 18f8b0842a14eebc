import PDFDocument from 'pdfkit'
import type { Files } from '../../../platform/files/files.ts'
import { binary, operation } from '../../../platform/operation.ts'
import { filesPort } from '../../../platform/ports.ts'
import { id, queryList, z } from '../../../platform/schema.ts'
import { type CertificateFile, downloadName, holderOrStaff, reachCertificates } from './reach.ts'

/** Certificates to look at or to print: one as its picture, several as one document of a page each. */
export const viewCertificates = operation({
  call: 'GET /certificate/viewCertificates/',
  may: holderOrStaff('MANAGE_CERTIFICATES:READ'),
  takes: z.object({ ids: queryList(id(), 25) }),
  gives: binary('image/jpeg'),
  async run(ctx, { ids }) {
    const certificates = await reachCertificates(ctx, ids)
    const [first, ...others] = certificates
    const files = ctx.use(filesPort)
    if (first && others.length === 0) {
      const { stream } = await files.open(first.jpg_key)
      return { body: stream, type: 'image/jpeg', name: `${downloadName(first)}.jpg`, inline: true }
    }
    const body = await bind(files, certificates)
    return { body, type: 'application/pdf', name: 'Certificates of Completion.pdf', inline: true }
  },
})

const read = async (files: Files, key: string): Promise<Buffer> => {
  const { stream } = await files.open(key)
  return Buffer.from(await new Response(stream).arrayBuffer())
}

type Picture = { width: number; height: number }
/** The part of pdfkit that a book of pictures needs; the drawing's own declaration leaves it out. */
type PictureBook = Pick<PDFDocument, 'on' | 'end'> & {
  openImage(bytes: Buffer): Picture
  addPage(options: { size: [number, number]; margin: number }): PictureBook
  image(picture: Picture, x: number, y: number, options: { width: number }): PictureBook
}

async function bind(files: Files, certificates: readonly CertificateFile[]): Promise<Uint8Array> {
  const document = new PDFDocument({ autoFirstPage: false, font: null }) as unknown as PictureBook
  const chunks: Uint8Array[] = []
  const done = new Promise<void>((resolve, reject) => {
    document.on('data', (chunk) => chunks.push(chunk))
    document.on('end', () => resolve())
    document.on('error', reject)
  })
  for (const { jpg_key } of certificates) {
    const picture = document.openImage(await read(files, jpg_key))
    // A certificate is drawn at 200 dots an inch.
    const size: [number, number] = [(picture.width * 72) / 200, (picture.height * 72) / 200]
    document.addPage({ size, margin: 0 }).image(picture, 0, 0, { width: size[0] })
  }
  document.end()
  await done
  return new Uint8Array(Buffer.concat(chunks))
}
