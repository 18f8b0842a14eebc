import { findSigner } from '#modules/catalogue/certificate-templates/signer.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { HomeSectionName } from './home.shared.ts'
import { listHomeSections } from './home-section.sql.ts'

/** A section for readers; empty texts mean the product's own. */
type HomeTexts = { shown: boolean; title: string; body: string; picture: string }

export type Home = {
  /** The agency's number for the school, or ''. */
  approval_number: string
  section: (name: HomeSectionName) => HomeTexts
}

/** The current organization's home page in the reader's language. Other languages get English. */
export async function readHome(ctx: Pick<Ctx, 'sql' | 'organization' | 'locale'>): Promise<Home> {
  const { organization_id } = ctx.organization
  const [rows, signer] = await Promise.all([listHomeSections(ctx, organization_id), findSigner(ctx, organization_id)])
  const sections = new Map(
    rows.map(({ section, shown_ind: shown, title_en, title_es, body_en, body_es, picture }): [string, HomeTexts] =>
      ctx.locale === 'es-es'
        ? [section, { shown, title: title_es, body: body_es, picture }]
        : [section, { shown, title: title_en, body: body_en, picture }],
    ),
  )
  return {
    approval_number: signer?.approval_number ?? '',
    section: (name) => sections.get(name) ?? { shown: true, title: '', body: '', picture: '' },
  }
}
