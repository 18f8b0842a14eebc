import { catalogueErrors } from '#modules/catalogue/errors.ts'
import { errors, Refusal } from '#platform/errors.ts'
import { drawImage } from '#platform/files/draw-image.ts'
import { storeFile } from '#platform/files/file-claims.ts'
import { readBytes } from '#platform/files/read-bytes.ts'
import { operation } from '#platform/operation.ts'
import { ofVisited, staff } from '#platform/permissions.ts'
import { fileBody, z } from '#platform/schema.ts'

const maxBytes = 10 * 1024 * 1024
const accept = new Set(['image/png', 'image/jpeg', 'image/webp'])

export const uploadCertificateBackground = operation({
  call: 'POST /certificate/template/background',
  added: true,
  summary: 'Uploads a picture that fills the page of certificates, with the file as the body. Returns its id',
  may: ofVisited(staff(['MANAGE_CERTIFICATES:CREATE', 'MANAGE_CERTIFICATES:UPDATE'])),
  takes: z.object({ picture: fileBody() }),
  gives: z.object({ certificate_background_id: z.int() }),
  file: 'picture',
  fails: [catalogueErrors.logoRefused, errors.busy],
  transaction: { own: 'no transaction waits for an upload or for the drawing' },
  rate: 'picture',
  async run(ctx, { picture }) {
    const bytes = await draw(await readBytes(picture.stream, maxBytes))
    const { key } = await storeFile(ctx, {
      bytes,
      content_type: 'image/webp',
      folder: 'certificate-background',
      limit_bytes: maxBytes,
    })
    const { organization_id } = ctx.organization
    return ctx.tx(async (inner) => {
      const [row] = await inner.sql<{ certificate_background_id: number }>`
        insert into catalogue.certificate_background (owner_id, file_key) values (${organization_id}, ${key})
        on conflict (owner_id, file_key) do update set file_key = excluded.file_key
        returning certificate_background_id`
      const { certificate_background_id } = row!
      await inner.audit({
        action: 'certificateTemplate.background',
        subject: `certificate_background_id:${certificate_background_id}`,
      })
      return { certificate_background_id }
    })
  },
})

/** Letter at 200 dpi, in either orientation. */
async function draw(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    return await drawImage(bytes, { accept, width: 2200, height: 2200, fit: 'inside', quality: 90 })
  } catch (error) {
    throw error instanceof Refusal ? error : catalogueErrors.logoRefused()
  }
}
