import { randomUUID } from 'node:crypto'
import { identityErrors } from '#modules/identity/errors.ts'
import { selfOrManagerOf, subjectOf } from '#modules/identity/people/people-scope.ts'
import { lockPerson } from '#modules/identity/people/person.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { type ClaimedFile, releaseFiles, settleFile, storeFile } from '#platform/files/file-claims.ts'
import { readBytes } from '#platform/files/read-bytes.ts'
import { operation } from '#platform/operation.ts'
import { fileBody, id, z } from '#platform/schema.ts'
import { drawPicture } from './draw-picture.ts'
import { pictureUrl } from './picture-url.ts'

const maxPicture = 10 * 1024 * 1024

const pixels = (min: number) => z.coerce.number().min(min).max(20_000).nullish()

const gives = z.object({ data: z.object({ avatar: z.string().nullable(), profile_pic: z.string().nullable() }) })
const pictureResponse = (user_id: number, key: string | null) => {
  const picture = pictureUrl(user_id, key)
  return { data: { avatar: picture, profile_pic: picture } }
}

export const changePicture = operation({
  call: 'POST /user/avatar',
  summary: "Saves a person's picture. The body is the file, and `x y width height` (pixels) is the part to show",
  added: true,
  may: selfOrManagerOf('UPDATE'),
  takes: z.object({
    user_id: id().nullish(),
    x: pixels(0),
    y: pixels(0),
    width: pixels(1),
    height: pixels(1),
    picture: fileBody(),
  }),
  gives,
  file: 'picture',
  fails: [identityErrors.pictureRefused, errors.busy],
  transaction: { own: 'no transaction waits for an upload or for the drawing' },
  rate: 'picture',
  async run(ctx, { user_id, picture, x, y, width, height }) {
    const subject = subjectOf(ctx, { user_id })
    const bytes = await readBytes(picture.stream, maxPicture)
    const crop = width && height ? { x: x ?? 0, y: y ?? 0, width, height } : null
    const croppedPicture = await drawPicture(bytes, crop)
    // One folder per person: removing the previous picture affects no one else's.
    const storedFile = await storeFile(ctx, {
      bytes: croppedPicture,
      content_type: 'image/webp',
      folder: `picture-${randomUUID()}`,
      limit_bytes: maxPicture,
    })
    await replacePicture(ctx, subject, storedFile)
    return pictureResponse(subject, storedFile.key)
  },
})

export const removePicture = operation({
  call: 'DELETE /user/avatar',
  summary: "Removes a person's picture",
  added: true,
  may: selfOrManagerOf('UPDATE'),
  takes: z.object({ user_id: id().nullish() }),
  gives,
  async run(ctx, { user_id }) {
    const subject = subjectOf(ctx, { user_id })
    await replacePicture(ctx, subject, null)
    return pictureResponse(subject, null)
  },
})

/** Replaces the picture and removes the previous one; the same picture changes nothing. */
async function replacePicture(ctx: Ctx, user_id: number, storedFile: ClaimedFile | null): Promise<void> {
  const key = storedFile?.key ?? null
  await ctx.tx(async (inner) => {
    const { profile_pic } = await lockPerson(inner, user_id)
    const isSame = key !== null && profile_pic?.slice(-64) === key.slice(-64)
    if (!isSame) await inner.sql`update identity.person set profile_pic = ${key} where user_id = ${user_id}`
    const entry = { action: 'user.changePicture', subject: `user_id:${user_id}`, subject_user_id: user_id }
    await inner.audit({ ...entry, before: { profile_pic }, after: { profile_pic: isSame ? profile_pic : key } })
    await releaseFiles(inner, [isSame ? key : profile_pic])
    if (storedFile) await settleFile(inner, storedFile)
  })
}
