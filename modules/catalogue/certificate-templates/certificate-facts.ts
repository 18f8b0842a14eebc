import type { Ctx } from '#platform/ctx.ts'
import { maskPhone } from '#platform/phone.ts'
import { stateCode } from '#platform/states.ts'
import type { ProductLocale } from '#platform/texts.ts'
import { accentOf } from '#platform/ui/brand-colors.ts'
import type { Design } from './design.shared.ts'
import { findOrganizationFacts, findSigner } from './signer.sql.ts'
import type { TemplateVersion } from './template.sql.ts'

/**
 * The data about an organization and its signer for certificates in a language; null if there is no such organization.
 */
export async function findCertificateFacts(ctx: Pick<Ctx, 'sql'>, organization_id: number, language: ProductLocale) {
  const [facts, signer] = await Promise.all([
    findOrganizationFacts(ctx, organization_id),
    findSigner(ctx, organization_id),
  ])
  if (!facts) return null
  const cityLine = [[facts.city, stateCode(facts.lk_state_id)].filter(Boolean).join(', '), facts.zip].filter(Boolean)
  return {
    organization: facts,
    facts: {
      address: [facts.address1, facts.address2, cityLine.join(' ')].filter(Boolean).join(', '),
      phone: facts.public_phone && maskPhone(facts.public_phone),
      email: facts.email,
      website: facts.website,
      approval_number: signer?.approval_number ?? '',
    },
    signer: signer?.name
      ? {
          name: signer.name,
          title: (language === 'es-es' && signer.title_es) || signer.title,
          signature_key: signer.signature_key,
        }
      : null,
  }
}

/** Built-in designs take the organization's color; organizations' own designs keep theirs. */
export const brandedDesign = ({ owner_id, design }: TemplateVersion, brand_color: string | null): Design =>
  owner_id === null ? { ...design, accent: accentOf(brand_color, design.accent) } : design
