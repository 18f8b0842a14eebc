import { listCertificateTemplates } from '#modules/catalogue/certificate-templates/template.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'

/** Parses template ids as the product stores them ('1, 2,,2'), without blanks and duplicates. */
export const templateIds = (input: string | readonly number[]): number[] => {
  const parts = typeof input === 'string' ? input.split(',') : input.map(String)
  const ids = parts.map((part) => part.trim()).filter((part) => /^\d{1,9}$/.test(part))
  return [...new Set(ids.map(Number))].filter((id) => id > 0)
}

/** Throws notFound for a template that the organization may not use; templates already in the course may stay. */
export async function requireTemplates(ctx: Ctx, ids: readonly number[], before: readonly number[]): Promise<void> {
  const addedIds = ids.filter((id) => !before.includes(id))
  if (addedIds.length === 0) return
  const templateIds = new Set((await listCertificateTemplates(ctx)).map((template) => template.certificate_template_id))
  if (addedIds.some((id) => !templateIds.has(id))) throw errors.notFound()
}
