import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import type { Design } from './design.shared.ts'

/** The current version of a template; `owner_id` is null for built-in ones. */
export type CertificateTemplate = {
  certificate_template_id: number
  owner_id: number | null
  name: string
  /** The name on certificates of Spanish courses; null if the same. */
  name_es: string | null
  version: number
  design: Design
  updated_at: Date
}

/** A version of a template with its stored picture: everything needed for drawing. */
export type TemplateVersion = CertificateTemplate & { background_key: string | null }

/**
 * The templates available to the current organization: its own, those of organizations below it, and built-in ones.
 */
export function listCertificateTemplates(ctx: Ctx): Promise<CertificateTemplate[]> {
  return ctx.sql<CertificateTemplate>`
    select certificate_template_id, owner_id, name, name_es, version, design, updated_at
    from catalogue.certificate_template t
    where owner_id is null or owner_id = any(${ctx.sql.array(ctx.organization.scope)})
    order by owner_id nulls first, certificate_template_id
    limit 500`
}

/** The current version of a course's template; it is found even if its owner is not in the issuer's scope. */
export async function selectCertificateTemplate(ctx: Ctx, certificate_template_id: number): Promise<TemplateVersion> {
  const [row] = await ctx.sql<TemplateVersion>`
    select t.certificate_template_id, t.owner_id, t.name, t.name_es, t.version, t.design, t.updated_at,
           b.file_key as background_key
    from catalogue.certificate_template t
    left join catalogue.certificate_background b
      on b.certificate_background_id = (t.design ->> 'certificate_background_id')::integer
    where t.certificate_template_id = ${certificate_template_id}`
  if (!row) throw errors.notFound()
  return row
}

/** The file key of a design's background, or null. Another organization's background counts as missing. */
export async function selectBackgroundKey(ctx: Ctx, { certificate_background_id }: Design): Promise<string | null> {
  if (certificate_background_id === null) return null
  const [row] = await ctx.sql<{ file_key: string }>`
    select file_key from catalogue.certificate_background
    where certificate_background_id = ${certificate_background_id}
      and (owner_id is null or owner_id = any(${ctx.sql.array(ctx.organization.scope)}))`
  if (!row) throw errors.notFound()
  return row.file_key
}

/** Locks a template for a change. Another organization's template counts as missing. */
export async function lockCertificateTemplate(ctx: Ctx, certificate_template_id: number): Promise<CertificateTemplate> {
  const [row] = await ctx.sql<CertificateTemplate>`
    select certificate_template_id, owner_id, name, name_es, version, design, updated_at
    from catalogue.certificate_template where certificate_template_id = ${certificate_template_id} for update`
  if (!row || (row.owner_id !== null && !ctx.organization.scope.includes(row.owner_id))) throw errors.notFound()
  return row
}

export type TemplateNames = Pick<CertificateTemplate, 'name' | 'name_es'>

/** Serializes new templates of an organization, so that duplicates and the limit are detected. */
export async function lockTemplates({ sql, organization }: Pick<Ctx, 'sql' | 'organization'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('catalogue.certificate_template'), ${organization.organization_id})`
}

/** Adds a template and returns its id; an identical one is not added again. Call `lockTemplates` first. */
export async function insertCertificateTemplate(
  ctx: Ctx,
  { name, name_es }: TemplateNames,
  design: Design,
): Promise<number> {
  const { sql, organization } = ctx
  const [sameRow] = await sql<{ certificate_template_id: number }>`
    select certificate_template_id from catalogue.certificate_template
    where owner_id = ${organization.organization_id} and name = ${name}
      and name_es is not distinct from ${name_es} and design = ${sql.json(design)} limit 1`
  if (sameRow) return sameRow.certificate_template_id
  const [row] = await sql<{ certificate_template_id: number }>`
    insert into catalogue.certificate_template (owner_id, name, name_es, design)
    values (${organization.organization_id}, ${name}, ${name_es}, ${sql.json(design)}) returning certificate_template_id`
  return row!.certificate_template_id
}

/** Creates the next version; a trigger preserves the previous one. */
export async function updateTemplateRow(
  ctx: Ctx,
  certificate_template_id: number,
  { name, name_es }: TemplateNames,
  design: Design,
): Promise<number> {
  const [row] = await ctx.sql<{ version: number }>`
    update catalogue.certificate_template
    set name = ${name}, name_es = ${name_es}, design = ${ctx.sql.json(design)}, version = version + 1, updated_at = platform.now()
    where certificate_template_id = ${certificate_template_id} returning version`
  return row!.version
}

export type TemplateHistoryRow = { version: number; name: string; at: Date }

export function listTemplateVersions(ctx: Ctx, certificate_template_id: number): Promise<TemplateHistoryRow[]> {
  return ctx.sql<TemplateHistoryRow>`
    select version, name, at from catalogue.certificate_template_version
    where certificate_template_id = ${certificate_template_id} order by version desc limit 100`
}
