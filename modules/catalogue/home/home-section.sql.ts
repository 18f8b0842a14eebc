import type { Ctx } from '#platform/ctx.ts'
import type { HomeSectionName } from './home.shared.ts'

/** A section as stored for an organization; empty texts mean the product's own. */
export type HomeSection = {
  section: HomeSectionName
  shown_ind: boolean
  title_en: string
  title_es: string
  body_en: string
  body_es: string
  /** The name of a scene, or the address of an uploaded picture. */
  picture: string
}
type HomeSectionRow = HomeSection & { updated_at: Date }

/** The sections that an organization has changed. */
export const listHomeSections = (
  { sql }: Pick<Ctx, 'sql'>,
  organization_id: number,
): Promise<HomeSectionRow[]> => sql<HomeSectionRow>`
  select section, shown_ind, title_en, title_es, body_en, body_es, picture, updated_at
  from catalogue.home_section where organization_id = ${organization_id} order by section`

export async function saveHomeSection({ sql }: Ctx, organization_id: number, row: HomeSection): Promise<void> {
  const { section, ...change } = row
  await sql`
    insert into catalogue.home_section ${sql({ organization_id, ...row })}
    on conflict (organization_id, section) do update set ${sql(change)}, updated_at = platform.now()`
}
