import PDFDocument from 'pdfkit'
import type { Ctx } from '../../../platform/ctx.ts'
import { binary, operation } from '../../../platform/operation.ts'
import { id, queryList, z } from '../../../platform/schema.ts'
import { openCertificate } from './open-certificate.ts'
import { type CertificateFile, downloadName, holderOrStaff, reachCertificates } from './reach.ts'

export const viewCertificates = operation({
  call: 'GET /certificate/viewCertificates/',
  summary: 'Certificates to view or print: one as its picture, several as one PDF with a page each',
  may: holderOrStaff('MANAGE_CERTIFICATES:READ'),
  takes: z.object({ ids: queryList(id(), 25) }),
  gives: binary('image/jpeg'),
  async run(ctx, { ids }) {
    const certificates = await reachCertificates(ctx, ids)
    const [first, ...others] = certificates
    if (first && others.length === 0) {
      const body = await openCertificate(ctx, first, 'jpg')
      return { body, type: 'image/jpeg', name: `${downloadName(first)}.jpg`, inline: true }
    }
    const body = await bind(ctx, certificates)
    return { body, type: 'application/pdf', name: 'Certificates of Completion.pdf', inline: true }
  },
})

const read = async (ctx: Ctx, certificate: CertificateFile): Promise<Buffer> =>
  Buffer.from(await new Response(await openCertificate(ctx, certificate, 'jpg')).arrayBuffer())

type Picture = { width: number; height: number }
/** The part of pdfkit that a book of pictures needs; the drawing's own declaration leaves it out. */
type PictureBook = Pick<PDFDocument, 'on' | 'end'> & {
  openImage(bytes: Buffer): Picture
  addPage(options: { size: [number, number]; margin: number }): PictureBook
  image(picture: Picture, x: number, y: number, options: { width: number }): PictureBook
}

async function bind(ctx: Ctx, certificates: readonly CertificateFile[]): Promise<Uint8Array> {
  const document = new PDFDocument({ autoFirstPage: false, font: null }) as unknown as PictureBook
  const chunks: Uint8Array[] = []
  const done = new Promise<void>((resolve, reject) => {
    document.on('data', (chunk) => chunks.push(chunk))
    document.on('end', () => resolve())
    document.on('error', reject)
  })
  for (const certificate of certificates) {
    const picture = document.openImage(await read(ctx, certificate))
    // A certificate is drawn at 200 dots an inch.
    const size: [number, number] = [(picture.width * 72) / 200, (picture.height * 72) / 200]
    document.addPage({ size, margin: 0 }).image(picture, 0, 0, { width: size[0] })
  }
  document.end()
  await done
  return new Uint8Array(Buffer.concat(chunks))
}
