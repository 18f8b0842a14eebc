import { Readable } from 'node:stream'
import PDFDocument from 'pdfkit'
import type { Ctx } from '#platform/ctx.ts'
import type { CertificateFile } from './certificate-scope.ts'
import { openCertificate } from './open-certificate.ts'

type Picture = { width: number; height: number }
/** The part of pdfkit's interface that its types omit. */
type PictureBook = Readable & {
  openImage(bytes: Buffer): Picture
  addPage(options: { size: [number, number]; margin: number }): PictureBook
  image(picture: Picture, x: number, y: number, options: { width: number }): PictureBook
  end(): void
}

/** A certificate is drawn at 200 dots an inch. */
const points = (dots: number): number => (dots * 72) / 200

/**
 * Certificates as one PDF with a page each, in order. A page is made once the previous one has been read, so a book
 * of hundreds is never entirely in memory.
 */
export function bindCertificates(
  ctx: Ctx,
  certificates: readonly CertificateFile[],
  onPage: (pages: number) => Promise<void> = async () => {},
): ReadableStream<Uint8Array> {
  // pdfkit's types omit the stream and the images.
  const book = new PDFDocument({ autoFirstPage: false, font: null }) as unknown as PictureBook
  writePages(ctx, book, certificates, onPage).catch((error: Error) => book.destroy(error))
  return Readable.toWeb(book) as ReadableStream<Uint8Array>
}

async function writePages(
  ctx: Ctx,
  book: PictureBook,
  certificates: readonly CertificateFile[],
  onPage: (pages: number) => Promise<void>,
): Promise<void> {
  for (const [index, certificate] of certificates.entries()) {
    await waitUntilRead(book)
    if (book.destroyed) return
    const picture = book.openImage(await readPicture(ctx, certificate))
    const size: [number, number] = [points(picture.width), points(picture.height)]
    book.addPage({ size, margin: 0 }).image(picture, 0, 0, { width: size[0] })
    await onPage(index + 1)
  }
  book.end()
}

/** Waits until the pages written so far have been read. */
async function waitUntilRead(book: PictureBook): Promise<void> {
  while (!book.destroyed && book.readableLength >= book.readableHighWaterMark) {
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const readPicture = async (ctx: Ctx, certificate: CertificateFile): Promise<Buffer> =>
  Buffer.from(await new Response(await openCertificate(ctx, certificate, 'jpg')).arrayBuffer())
