import { auditCourse } from '#modules/catalogue/drafts/audit-course.ts'
import { author, writer } from '#modules/catalogue/drafts/course-key.ts'
import {
  copyVersion,
  lockWorkingVersion,
  selectWorkingVersion,
  type WorkingVersion,
} from '#modules/catalogue/drafts/draft.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { type ComparedSection, compareBudget, compareTexts } from './compare.shared.ts'
import { versionText } from './version-text.ts'
import { versionTexts } from './versions.texts.ts'

const Version = z.object({
  course_version_id: z.int(),
  /** 0 for the draft. */
  version_number: z.int(),
  name: z.string(),
  published_at: z.string().nullable(),
  updated_at: z.string(),
  published_by: z.string().nullable(),
  current: z.boolean(),
})

export const fetchVersions = operation({
  call: 'GET /course/versions/fetch',
  summary: 'The draft and the versions of a course, newest first',
  may: author,
  takes: z.object({ course_id: id() }),
  gives: z.object({ versions: z.array(Version) }),
  fails: [errors.notFound],
  added: true,
  async run(ctx, key) {
    const work = await selectWorkingVersion(ctx, key)
    const rows = await ctx.sql<
      Omit<z.output<typeof Version>, 'published_at' | 'updated_at' | 'current'> & {
        published_at: Date | null
        updated_at: Date
      }
    >`
      select v.course_version_id, v.version_number, v.name, v.published_at, v.updated_at,
             coalesce(nullif(trim(p.first_name || ' ' || p.last_name), ''),
                      identity.staff_name(v.published_by, v.organization_id)) as published_by
      from catalogue.course_version v left join identity.v_person p on p.user_id = v.published_by
      where v.course_id = ${work.course_id}
      order by v.version_number = 0 desc, v.version_number desc limit 500`
    return {
      versions: rows.map(({ published_at, updated_at, ...row }) => ({
        ...row,
        published_at: published_at?.toISOString() ?? null,
        updated_at: updated_at.toISOString(),
        current: row.course_version_id === work.published_version_id,
      })),
    }
  },
})

export type PublishedVersion = { course_version_id: number; version_number: number; audio_ind: boolean }

/** The published versions of a course of the caller's organizations, newest first. Throws 404 for other courses. */
export async function listPublishedVersions(
  ctx: Pick<Ctx, 'sql' | 'organization'>,
  course_id: number,
): Promise<PublishedVersion[]> {
  const work = await selectWorkingVersion(ctx, { course_id })
  return ctx.sql<PublishedVersion>`
    select course_version_id, version_number, audio_ind from catalogue.course_version
    where course_id = ${work.course_id} and version_number > 0 and published_at is not null
    order by version_number desc`
}

const Line = z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() })

export const compareVersions = operation({
  call: 'GET /course/versions/compare',
  summary: 'Compares two versions of a course line by line: outline, texts, questions and settings',
  may: author,
  takes: z.object({ course_id: id(), from: id(), to: id() }),
  gives: z.object({ sections: z.array(z.object({ title: z.string(), changed: z.boolean(), lines: z.array(Line) })) }),
  fails: [errors.notFound],
  added: true,
  async run(ctx, { course_id, from, to }) {
    const work = await selectWorkingVersion(ctx, { course_id })
    await requireVersionOf(ctx, work, from)
    await requireVersionOf(ctx, work, to)
    const [before, after] = await Promise.all([versionText(ctx, from), versionText(ctx, to)])
    const titles = [...new Set([...before.keys(), ...after.keys()])]
    const budget = compareBudget()
    const sections = titles.map(
      (title): ComparedSection => compareTexts(title, before.get(title) ?? [], after.get(title) ?? [], budget),
    )
    return { sections }
  },
})

export const restoreVersion = operation({
  call: 'POST /course/versions/restore',
  summary: 'Replaces the contents of the draft with an earlier version; nothing is published',
  may: writer,
  takes: z.object({ course_id: id(), course_version_id: id() }),
  gives: z.object({ error: z.literal(false), course_version_id: z.int() }),
  fails: [errors.notFound],
  added: true,
  async run(ctx, { course_id, course_version_id }) {
    const work = await lockWorkingVersion(ctx, { course_id })
    const { version_number } = await requireVersionOf(ctx, work, course_version_id)
    if (version_number === 0) throw errors.notFound()
    await dropDraft(ctx, work)
    const draft = await copyVersion(ctx, course_version_id, { course_id, version_number: 0 })
    await renewRevisions(ctx, draft)
    await auditCourse(ctx, 'course.restore', course_id, { after: { version_number } })
    const message = localText(ctx.locale, versionTexts, 'restored', { version: version_number })
    return { error: false as const, course_version_id: draft, message }
  },
})

export const discardDraft = operation({
  call: 'POST /course/draft/discard',
  summary: 'Discards the unpublished changes of a published course',
  may: writer,
  takes: z.object({ course_id: id() }),
  gives: z.object({ error: z.literal(false) }),
  fails: [errors.notFound],
  added: true,
  async run(ctx, { course_id }) {
    const work = await lockWorkingVersion(ctx, { course_id })
    if (work.published_version_id === null) throw errors.notFound()
    if (work.is_draft) {
      await dropDraft(ctx, work)
      await auditCourse(ctx, 'course.discard', course_id)
    }
    return { error: false as const, message: localText(ctx.locale, versionTexts, 'discarded') }
  },
})

async function requireVersionOf({ sql }: Ctx, { course_id }: WorkingVersion, course_version_id: number) {
  const [version] = await sql<{ version_number: number }>`
    select version_number from catalogue.course_version
    where course_version_id = ${course_version_id} and course_id = ${course_id}`
  if (!version) throw errors.notFound()
  return version
}

async function dropDraft({ sql }: Ctx, { is_draft, course_version_id }: WorkingVersion): Promise<void> {
  if (is_draft) await sql`delete from catalogue.course_version where course_version_id = ${course_version_id}`
}

/** Renews the revisions, so that a save based on the earlier content cannot overwrite the restored one. */
const renewRevisions = ({ sql }: Ctx, draft: number) => sql`
  update catalogue.course_version v
  set revisions = (
    select jsonb_object_agg(tab, nextval('catalogue.authored_id'))
    from unnest(array['overview', 'outline', 'registration', 'faq', 'finalexam', 'security', 'certificates', 'support',
                      'questionBanks']) as tab)
  where v.course_version_id = ${draft}`
