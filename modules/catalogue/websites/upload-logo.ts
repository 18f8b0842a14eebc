import { catalogueErrors } from '#modules/catalogue/errors.ts'
import { attachmentUrl } from '#modules/catalogue/media/attachment.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { storeFile } from '#platform/files/file-claims.ts'
import { readBytes } from '#platform/files/read-bytes.ts'
import type { StoredFile } from '#platform/files/stored-file.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { fileBody, id, z } from '#platform/schema.ts'
import { drawLogo } from './draw-logo.ts'
import { lockWebsitesOf } from './website.sql.ts'
import { requireOrganization } from './website-permissions.ts'

const maxLogo = 5 * 1024 * 1024
const imageFileType = 1

export const uploadLogo = operation({
  call: 'POST /website/logo',
  added: true,
  summary:
    'Uploads a logo for an organization or one of its websites, or a picture for its home page, with the file as the body. Returns the address for the form',
  may: staff([
    'MANAGE_WEBSITES:CREATE',
    'MANAGE_WEBSITES:UPDATE',
    'MANAGE_ORGANIZATION:CREATE',
    'MANAGE_ORGANIZATION:UPDATE',
  ]),
  takes: z.object({
    organization_id: id().nullish(),
    /** A home page picture may be larger than a logo. */
    kind: z.enum(['logo', 'picture']).default('logo'),
    logo: fileBody(),
  }),
  gives: z.object({ logo: z.string() }),
  file: 'logo',
  fails: [catalogueErrors.logoRefused, errors.busy],
  transaction: { own: 'no transaction waits for an upload or for the drawing' },
  rate: 'picture',
  async run(ctx, { organization_id, kind, logo }) {
    const owner = organization_id ?? ctx.organization.organization_id
    requireOrganization(ctx, owner)
    const bytes = await drawLogo(await readBytes(logo.stream, maxLogo), kind)
    const storedFile = await storeFile(ctx, {
      bytes,
      content_type: 'image/webp',
      folder: 'logo',
      limit_bytes: maxLogo,
    })
    return { logo: attachmentUrl(await ctx.tx((inner) => storeLogo(inner, owner, storedFile))) }
  },
})

/** Stores the same picture as one attachment of an organization, however often it is sent. */
async function storeLogo(ctx: Ctx, organization_id: number, { key, size, content_type }: StoredFile) {
  const { sql } = ctx
  await lockWebsitesOf(ctx, organization_id)
  const [existing] = await sql<{ attachment_id: number; name: string }>`
    select attachment_id, name from catalogue.attachment
    where organization_id = ${organization_id} and file_key = ${key} and visible_to = 'everybody'
      and deleted_at is null
    limit 1`
  if (existing) return existing
  const row = { organization_id, name: 'logo.webp', file_key: key, content_type, size_bytes: size }
  const [attachment] = await sql<{ attachment_id: number; name: string }>`
    insert into catalogue.attachment ${sql({ ...row, lk_file_type_id: imageFileType, visible_to: 'everybody' })}
    returning attachment_id, name`
  await ctx.audit({
    action: 'website.logo',
    subject: `attachment_id:${attachment!.attachment_id}`,
    after: { file_key: key },
  })
  return attachment!
}
