import { catalogueErrors } from '#modules/catalogue/errors.ts'
import { optionalPersonName } from '#modules/identity/index.ts'
import { changesOf } from '#platform/audit/changes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors, Refusal } from '#platform/errors.ts'
import { drawImage } from '#platform/files/draw-image.ts'
import { storeFile } from '#platform/files/file-claims.ts'
import { readBytes } from '#platform/files/read-bytes.ts'
import { binary, operation } from '#platform/operation.ts'
import { ofVisited, staff } from '#platform/permissions.ts'
import { filesPort } from '#platform/ports.ts'
import { fileBody, flag, optionalText, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { type CertificateSigner, findSigner, lockSigner, updateSigner } from './signer.sql.ts'
import { signerTexts } from './signer.texts.ts'

const maxBytes = 5 * 1024 * 1024
const accept = new Set(['image/png', 'image/jpeg', 'image/webp'])
const may = ofVisited(staff('MANAGE_CERTIFICATES:UPDATE'))

const Signer = z.object({
  name: z.string(),
  title: z.string(),
  title_es: z.string(),
  approval_number: z.string(),
  /** Whether a signature picture exists. */
  signature_ind: z.boolean(),
  updated_at: z.iso.datetime().nullable(),
})

const signerResponse = (signer: CertificateSigner | null) => ({
  name: signer?.name ?? '',
  title: signer?.title ?? '',
  title_es: signer?.title_es ?? '',
  approval_number: signer?.approval_number ?? '',
  signature_ind: Boolean(signer?.signature_key),
  updated_at: signer?.updated_at.toISOString() ?? null,
})

const subjectOf = ({ organization }: Ctx) => `organization_id:${organization.organization_id}`

export const fetchCertificateSigner = operation({
  call: 'GET /certificate/signer',
  added: true,
  summary: "The signer of the current organization's certificates",
  may,
  takes: z.object({}),
  gives: z.object({ signer: Signer }),
  run: async (ctx) => ({ signer: signerResponse(await findSigner(ctx, ctx.organization.organization_id)) }),
})

export const saveCertificateSigner = operation({
  call: 'PUT /certificate/signer',
  added: true,
  summary: 'Saves who signs the certificates of the current organization. Issued certificates do not change',
  may,
  takes: z.object({
    name: optionalPersonName(),
    title: optionalText(100),
    title_es: optionalText(100),
    approval_number: optionalText(60),
    remove_signature: flag().default(false),
    /** `updated_at` as it was when the form was opened; a newer record is reported instead of overwritten. */
    updated_at: z.iso.datetime().nullish(),
  }),
  gives: z.object({ signer: Signer }),
  fails: [errors.conflict],
  async run(ctx, { remove_signature, updated_at, ...change }) {
    const { organization_id } = ctx.organization
    const before = await lockSigner(ctx, organization_id)
    if (updated_at && new Date(updated_at).getTime() !== before.updated_at.getTime()) throw errors.conflict()
    await updateSigner(ctx, organization_id, { ...change, ...(remove_signature && { signature_key: null }) })
    const after = (await findSigner(ctx, organization_id))!
    await ctx.audit({
      action: 'certificateSigner.save',
      subject: subjectOf(ctx),
      ...changesOf(before, after, ['name', 'title', 'title_es', 'approval_number', 'signature_key']),
    })
    return { signer: signerResponse(after), message: localText(ctx.locale, signerTexts, 'saved') }
  },
})

export const uploadCertificateSignature = operation({
  call: 'POST /certificate/signer/signature',
  added: true,
  summary: "Uploads a picture of the signer's signature, with the file as the body",
  may,
  takes: z.object({ picture: fileBody() }),
  gives: z.object({ signer: Signer }),
  file: 'picture',
  fails: [catalogueErrors.logoRefused, errors.busy],
  transaction: { own: 'no transaction waits for an upload or for the drawing' },
  rate: 'picture',
  async run(ctx, { picture }) {
    const bytes = await draw(await readBytes(picture.stream, maxBytes))
    const { key } = await storeFile(ctx, {
      bytes,
      content_type: 'image/webp',
      folder: 'certificate-signature',
      limit_bytes: maxBytes,
    })
    const { organization_id } = ctx.organization
    return ctx.tx(async (inner) => {
      const before = await lockSigner(inner, organization_id)
      await inner.sql`
        insert into catalogue.certificate_signature (organization_id, file_key) values (${organization_id}, ${key})
        on conflict do nothing`
      await updateSigner(inner, organization_id, { signature_key: key })
      const after = (await findSigner(inner, organization_id))!
      await inner.audit({
        action: 'certificateSigner.signature',
        subject: subjectOf(inner),
        ...changesOf(before, after, ['signature_key']),
      })
      return { signer: signerResponse(after) }
    })
  },
})

async function draw(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    return await drawImage(bytes, { accept, width: 900, height: 300, fit: 'inside', quality: 90 })
  } catch (error) {
    throw error instanceof Refusal ? error : catalogueErrors.logoRefused()
  }
}

export const showCertificateSignature = operation({
  call: 'GET /certificate/signer/signature',
  added: true,
  summary: "The picture of the signer's signature. It has no public address",
  may,
  takes: z.object({
    /** Ignored: it only gives each version its own address. */
    version: z.string().max(40).optional(),
  }),
  gives: binary('image/webp'),
  fails: [errors.notFound],
  async run(ctx) {
    const signer = await findSigner(ctx, ctx.organization.organization_id)
    if (!signer?.signature_key) throw errors.notFound()
    const { stream } = await ctx.use(filesPort).open(signer.signature_key)
    const body = new Uint8Array(await new Response(stream).arrayBuffer())
    return { body, type: 'image/webp', name: 'signature.webp', inline: true }
  },
})
