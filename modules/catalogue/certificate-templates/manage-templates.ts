import { catalogueErrors } from '#modules/catalogue/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { ofVisited, staff, worksForVisited } from '#platform/permissions.ts'
import { id, optionalText, requiredText, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import type { Design } from './design.shared.ts'
import { DesignSchema } from './template.schema.ts'
import {
  type CertificateTemplate,
  insertCertificateTemplate,
  listCertificateTemplates,
  listTemplateVersions,
  lockCertificateTemplate,
  lockTemplates,
  selectBackgroundKey,
  updateTemplateRow,
} from './template.sql.ts'
import { templateTexts } from './templates.texts.ts'

const Template = z.object({
  certificate_template_id: z.int(),
  name: z.string(),
  name_es: z.string().nullable(),
  template: DesignSchema,
  /** A preview with sample data. */
  thumbnail: z.string(),
  version: z.int(),
  /** Whether it is built in. */
  included_ind: z.boolean(),
  can_update: z.boolean(),
  updated_at: z.iso.datetime(),
})

const thumbnailOf = ({ certificate_template_id, version }: CertificateTemplate) =>
  `/api/certificate/template/${certificate_template_id}/preview?version=${version}`

/** Only the root organization can change built-in templates. */
async function canChangeBuiltIns(ctx: Ctx): Promise<boolean> {
  if (!worksForVisited(ctx)) return false
  const [root] = await ctx.sql`
    select 1 from identity.v_organization
    where organization_id = ${ctx.organization.organization_id} and default_ind and parent_organization_id is null`
  return root !== undefined
}

const templateResponse = (template: CertificateTemplate, canUpdateBuiltIns: boolean): z.input<typeof Template> => ({
  certificate_template_id: template.certificate_template_id,
  name: template.name,
  name_es: template.name_es,
  template: { ...template.design, fields: template.design.fields.map((f) => ({ ...f, text: [...f.text] })) },
  thumbnail: thumbnailOf(template),
  version: template.version,
  included_ind: template.owner_id === null,
  can_update: template.owner_id !== null || canUpdateBuiltIns,
  updated_at: template.updated_at.toISOString(),
})

export const fetchCertificateTemplates = operation({
  call: 'GET /certificate/',
  summary: 'Lists the certificate templates that the organization may use, with a picture of each',
  may: staff(['MANAGE_CERTIFICATES:READ', 'MANAGE_COURSES:READ']),
  takes: z.object({}),
  gives: z.object({ data: z.array(Template) }),
  async run(ctx) {
    const [templates, canUpdateBuiltIns] = await Promise.all([listCertificateTemplates(ctx), canChangeBuiltIns(ctx)])
    return { data: templates.map((template) => templateResponse(template, canUpdateBuiltIns)) }
  },
})

export const fetchCertificateTemplate = operation({
  call: 'GET /certificate/template/{certificate_template_id}',
  added: true,
  summary: 'One certificate template with the names of its versions, newest first',
  may: staff('MANAGE_CERTIFICATES:READ'),
  takes: z.object({ certificate_template_id: id() }),
  gives: z.object({
    template: Template,
    versions: z.array(z.object({ version: z.int(), name: z.string(), at: z.iso.datetime() })),
  }),
  fails: [errors.notFound],
  async run(ctx, { certificate_template_id }) {
    const [templates, canUpdateBuiltIns] = await Promise.all([listCertificateTemplates(ctx), canChangeBuiltIns(ctx)])
    const template = templates.find((row) => row.certificate_template_id === certificate_template_id)
    if (!template) throw errors.notFound()
    const versions = await listTemplateVersions(ctx, certificate_template_id)
    return {
      template: templateResponse(template, canUpdateBuiltIns),
      versions: versions.map(({ at, ...version }) => ({ ...version, at: at.toISOString() })),
    }
  },
})

const nameFields = {
  name: requiredText(templateTexts.nameMissing, 120),
  /** The name on certificates of Spanish courses. */
  name_es: optionalText(120).transform((name) => name || null),
}

export const createCertTemplate = operation({
  call: 'POST /course/createCertTemplate',
  summary: 'Adds a certificate template to the current organization',
  may: ofVisited(staff('MANAGE_CERTIFICATES:CREATE')),
  takes: z.object({ ...nameFields, template: DesignSchema }),
  gives: z.object({ certificate_template_id: z.int() }),
  fails: [errors.notFound, catalogueErrors.tooManyTemplates],
  audit: (input, { certificate_template_id }) => ({
    action: 'certificateTemplate.create',
    subject: `certificate_template_id:${certificate_template_id}`,
    after: { name: input.name },
  }),
  async run(ctx, { name, name_es, template }) {
    await selectBackgroundKey(ctx, template)
    await lockTemplates(ctx)
    if ((await listCertificateTemplates(ctx)).length >= 200) throw catalogueErrors.tooManyTemplates()
    const certificate_template_id = await insertCertificateTemplate(ctx, { name, name_es }, template)
    return { certificate_template_id, message: localText(ctx.locale, templateTexts, 'created') }
  },
})

export const updateCertificateTemplate = operation({
  call: 'PUT /course/updateCertificateTemplate',
  summary: 'Changes a certificate template: a new version, which is used for certificates issued from now on',
  may: staff('MANAGE_CERTIFICATES:UPDATE'),
  takes: z.object({
    certificate_template_id: id(),
    ...nameFields,
    template: DesignSchema,
    /** The opened version; changing a newer one is refused. */
    version: id().optional(),
  }),
  gives: z.object({ version: z.int() }),
  fails: [errors.notFound, errors.forbidden, catalogueErrors.changedMeanwhile],
  async run(ctx, { certificate_template_id, name, name_es, template, version }) {
    const before = await lockCertificateTemplate(ctx, certificate_template_id)
    if (before.owner_id === null && !(await canChangeBuiltIns(ctx))) throw errors.forbidden()
    if (version !== undefined && version !== before.version) throw catalogueErrors.changedMeanwhile()
    await selectBackgroundKey(ctx, template)
    const message = localText(ctx.locale, templateTexts, 'updated')
    const isUnchanged = before.name === name && before.name_es === name_es && isSameDesign(before.design, template)
    if (isUnchanged) return { version: before.version, message }
    const nextVersion = await updateTemplateRow(ctx, certificate_template_id, { name, name_es }, template)
    await ctx.audit({
      action: 'certificateTemplate.update',
      subject: `certificate_template_id:${certificate_template_id}`,
      before: { name: before.name, version: before.version },
      after: { name, version: nextVersion },
    })
    return { version: nextVersion, message }
  },
})

const isSameDesign = (design: Design, other: Design) => canonicalJson(design) === canonicalJson(other)
/** JSON with sorted keys, because the database orders keys differently. */
const canonicalJson = (value: unknown) =>
  JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
