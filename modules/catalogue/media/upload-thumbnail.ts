import { fileType } from '#modules/catalogue/lookups.shared.ts'
import { errors } from '#platform/errors.ts'
import { releaseFiles, settleFile, storeFile } from '#platform/files/file-claims.ts'
import { fileErrors } from '#platform/files/file-errors.ts'
import { readBytes } from '#platform/files/read-bytes.ts'
import { operation } from '#platform/operation.ts'
import { fileBody, id, z } from '#platform/schema.ts'
import { posterUrl } from './attachment.sql.ts'
import { mediaErrors } from './media-errors.ts'
import { ofAttachment, selectOwnAttachment } from './media-permissions.ts'
import { redrawPicture } from './store-medium.ts'

const maxThumbnail = 1024 * 1024

export const uploadThumbnail = operation({
  call: 'POST /attachment/thumbnail',
  summary:
    'The picture that a video shows before it plays, with the JPEG as the body; the browser takes it at 5 seconds',
  added: true,
  may: ofAttachment(['MANAGE_COURSES:CREATE', 'MANAGE_COURSES:UPDATE']),
  takes: z.object({ attachment_id: id(), thumbnail: fileBody() }),
  gives: z.object({ thumbnail: z.string().nullable() }),
  file: 'thumbnail',
  fails: [mediaErrors.pictureRefused, mediaErrors.otherKind, fileErrors.tooLarge, fileErrors.typeRefused, errors.busy],
  transaction: { own: 'no transaction waits for an upload or for the drawing' },
  rate: 'picture',
  async run(ctx, { attachment_id, thumbnail }) {
    const video = await selectOwnAttachment(ctx, attachment_id)
    if (video.lk_file_type_id !== fileType.Video) throw mediaErrors.otherKind()
    const bytes = await redrawPicture(await readBytes(thumbnail.stream, maxThumbnail), 640)
    const storedFile = await storeFile(ctx, {
      bytes,
      content_type: 'image/webp',
      folder: `media-${video.organization_id}`,
      limit_bytes: maxThumbnail,
    })
    await ctx.tx(async (inner) => {
      const { thumbnail_key } = await selectOwnAttachment(inner, attachment_id, { lock: true })
      await releaseFiles(inner, [thumbnail_key], { afterUse: true })
      await settleFile(inner, storedFile)
      await inner.sql`
        update catalogue.attachment set thumbnail_key = ${storedFile.key} where attachment_id = ${attachment_id}`
      await inner.audit({ action: 'media.thumbnail', subject: `attachment_id:${attachment_id}` })
    })
    return { thumbnail: posterUrl({ attachment_id, thumbnail_key: storedFile.key }) }
  },
})
