import {
  brandedDesign,
  findCertificateFacts,
  listCertificateTemplates,
  selectCertificateTemplate,
} from '#modules/catalogue/index.ts'
import { courseLanguage } from '#modules/catalogue/lookups.shared.ts'
import { errors } from '#platform/errors.ts'
import { binary, operation } from '#platform/operation.ts'
import { pathTo } from '#platform/path-to.ts'
import { staff } from '#platform/permissions.ts'
import { filesPort, siteUrlPort } from '#platform/ports.ts'
import { id, z } from '#platform/schema.ts'
import { type CertificateModel, previewCertificate, showsValidity } from './render/index.ts'
import { sampleValues } from './sample.shared.ts'
import { readPictures } from './store-certificate.ts'

export const previewTemplate = operation({
  call: 'GET /certificate/template/{certificate_template_id}/preview',
  added: true,
  summary: 'A picture of a certificate template as it is now, filled with sample data',
  may: staff(['MANAGE_CERTIFICATES:READ', 'MANAGE_COURSES:READ']),
  takes: z.object({
    certificate_template_id: id(),
    lk_language_id: z.coerce.number().int().min(1).max(2).default(1),
    /** Ignored: it only gives each version its own address. */
    version: id().optional(),
  }),
  gives: binary('image/jpeg'),
  fails: [errors.notFound, errors.busy],
  async run(ctx, { certificate_template_id, lk_language_id }) {
    const templates = await listCertificateTemplates(ctx)
    if (
      !templates.some((certificateTemplate) => certificateTemplate.certificate_template_id === certificate_template_id)
    )
      throw errors.notFound()
    const template = await selectCertificateTemplate(ctx, certificate_template_id)
    const { name, version, background_key } = template
    const language = lk_language_id === courseLanguage.Spanish ? 'es-es' : 'en-us'
    const { code, name: organization_name, organization_id } = ctx.organization
    const certificate = await findCertificateFacts(ctx, organization_id, language)
    const design = brandedDesign(template, certificate?.organization.brand_color ?? null)
    const templateModel = { id: certificate_template_id, version, name, design, background_key }
    const model: CertificateModel = {
      ...sampleValues(language),
      template: templateModel,
      ...(showsValidity({ template: templateModel }) && { valid_until: '2029-11-20' }),
      check_url: ctx.use(siteUrlPort)(
        code,
        pathTo('/certificate/check/:code', { code: 'K7QM2XWD9TPA' }),
        'installation',
      ),
      organization_name,
      ...(certificate && { facts: certificate.facts, signer: certificate.signer }),
      language,
    }
    const body = await previewCertificate(model, await readPictures(ctx.use(filesPort), model))
    return { body, type: 'image/jpeg', name: `${name}.jpg`, inline: true }
  },
})
