import { catalogueErrors } from '#modules/catalogue/errors.ts'
import { attachmentIdOf } from '#modules/catalogue/media/attachment.sql.ts'
import { requireUnchanged, seenUpdatedAt } from '#modules/catalogue/websites/seen.ts'
import { lockWebsitesOf } from '#modules/catalogue/websites/website.sql.ts'
import { requireOrganization, websiteReader } from '#modules/catalogue/websites/website-permissions.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { flag, id, optionalText, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { isScene } from '#platform/ui/scenes/scene-names.ts'
import { homeSections } from './home.shared.ts'
import { homeTexts } from './home.texts.ts'
import { type HomeSection, listHomeSections, saveHomeSection } from './home-section.sql.ts'

const Section = z.object({
  section: z.enum(homeSections),
  shown_ind: z.boolean(),
  title_en: z.string(),
  title_es: z.string(),
  body_en: z.string(),
  body_es: z.string(),
  picture: z.string(),
})
const Home = z.object({ sections: z.array(Section), updated_at: z.iso.datetime().nullable() })

export const fetchHome = operation({
  call: 'GET /website/home',
  added: true,
  summary: "The sections of an organization's home page. Empty texts and pictures mean the product's own",
  may: websiteReader,
  takes: z.object({ organization_id: id() }),
  gives: Home,
  async run(ctx, { organization_id }) {
    requireOrganization(ctx, organization_id)
    return homeOf(await listHomeSections(ctx, organization_id))
  },
})

export const saveHome = operation({
  call: 'PUT /website/home',
  added: true,
  summary: "Changes sections of an organization's home page. Sections that are left out stay",
  may: staff('MANAGE_WEBSITES:UPDATE'),
  takes: z.object({
    organization_id: id(),
    sections: z
      .array(
        z.strictObject({
          section: z.enum(homeSections),
          shown_ind: flag(),
          title_en: optionalText(200),
          title_es: optionalText(200),
          body_en: optionalText(4000),
          body_es: optionalText(4000),
          picture: optionalText(300),
        }),
      )
      .min(1)
      .max(homeSections.length),
    updated_at: seenUpdatedAt(),
  }),
  gives: Home,
  fails: [errors.notFound, catalogueErrors.changedMeanwhile],
  async run(ctx, { organization_id, sections, updated_at }) {
    requireOrganization(ctx, organization_id)
    await lockWebsitesOf(ctx, organization_id)
    const before = await listHomeSections(ctx, organization_id)
    const lastUpdate = lastChange(before)
    if (lastUpdate) requireUnchanged({ updated_at: lastUpdate }, updated_at)
    const pictures = before.map(({ picture }) => picture)
    for (const row of sections) {
      if (!isPicture(row.picture, pictures)) throw errors.invalid()
      await saveHomeSection(ctx, organization_id, row)
    }
    const changedSections = new Set<string>(sections.map(({ section }) => section))
    await ctx.audit({
      action: 'website.home',
      subject: `organization_id:${organization_id}`,
      before: bySection(before.filter(({ section }) => changedSections.has(section))),
      after: bySection(sections),
    })
    return {
      ...homeOf(await listHomeSections(ctx, organization_id)),
      message: localText(ctx.locale, homeTexts, 'saved'),
    }
  },
})

/** Whether a picture is empty or one of ours: pages show no pictures from other hosts. */
const isPicture = (picture: string, savedPictures: readonly string[]): boolean =>
  picture === '' || isScene(picture) || savedPictures.includes(picture) || attachmentIdOf(picture) !== null

const bySection = (rows: readonly HomeSection[]) =>
  Object.fromEntries(
    rows.map(({ section, shown_ind, title_en, title_es, body_en, body_es, picture }) => [
      section,
      { shown_ind, title_en, title_es, body_en, body_es, picture },
    ]),
  )

const lastChange = (rows: readonly { updated_at: Date }[]): Date | null =>
  rows.reduce<Date | null>((last, { updated_at }) => (last && last >= updated_at ? last : updated_at), null)

/** Every section in order, with the product's values where the organization has none. */
function homeOf(rows: Awaited<ReturnType<typeof listHomeSections>>): z.input<typeof Home> {
  const rowBySection = new Map(rows.map((row) => [row.section, row]))
  const defaults = { shown_ind: true, title_en: '', title_es: '', body_en: '', body_es: '', picture: '' }
  return {
    sections: homeSections.map((section) => rowBySection.get(section) ?? { section, ...defaults }),
    updated_at: lastChange(rows)?.toISOString() ?? null,
  }
}
