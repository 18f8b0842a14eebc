import { auditChanges } from '#modules/catalogue/drafts/audit-course.ts'
import { author, courseIdFields, keyOf, writer } from '#modules/catalogue/drafts/course-key.ts'
import {
  lockWorkingVersion,
  openDraft,
  requireFresh,
  revisionOf,
  saveTab,
  selectWorkingVersion,
} from '#modules/catalogue/drafts/draft.sql.ts'
import { catalogueErrors } from '#modules/catalogue/errors.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { selectVersionRow } from './course.sql.ts'
import { overlay } from './options-input.schema.ts'
import { requireTemplates, templateIds } from './template-ids.ts'

export const updateCertTemplate = operation({
  call: 'POST /course/updateCertTemplate',
  summary: 'Saves which certificate templates a course may use, and the one that it uses',
  may: writer,
  takes: z.object({
    revision: z.int().optional(),
    course: z.strictObject({
      ...courseIdFields,
      certificate_template_id: id().nullable().optional(),
      selectedTemplateId: id().nullish(),
      allowed_certificate_templates: z.union([z.string().max(2_000), z.array(z.int()).max(100)]).optional(),
      certificate_configuration: z
        .strictObject({ bottomLeftText: z.string().max(500) })
        .partial()
        .optional(),
    }),
  }),
  gives: z.object({
    error: z.literal(false),
    status: z.enum(['saved', 'no-change']),
    course_version_id: z.int(),
    revision: z.int(),
    templateId: z.int().nullable(),
    allowedCertificateTemplates: z.array(z.int()),
  }),
  fails: [errors.notFound, catalogueErrors.changedMeanwhile],
  async run(ctx, { revision, course }) {
    const work = await lockWorkingVersion(ctx, keyOf(course))
    const row = await selectVersionRow(ctx, work.course_version_id)
    const before = {
      certificate_template_id: row.certificate_template_id,
      allowed_certificate_templates: row.allowed_certificate_templates,
      certificate_configuration: row.certificate_configuration,
    }
    const selectedId = course.certificate_template_id ?? course.selectedTemplateId
    const certificate_template_id = selectedId === undefined ? before.certificate_template_id : selectedId
    const allowed =
      course.allowed_certificate_templates === undefined
        ? before.allowed_certificate_templates
        : templateIds(course.allowed_certificate_templates)
    const after = {
      certificate_template_id,
      // The selected template is always one of the allowed ones.
      allowed_certificate_templates: [
        ...new Set([...allowed, ...(certificate_template_id ? [certificate_template_id] : [])]),
      ],
      certificate_configuration: overlay(before.certificate_configuration, course.certificate_configuration ?? {}),
    }
    const hasChanges = JSON.stringify(before) !== JSON.stringify(after)
    if (hasChanges) {
      requireFresh(work, 'certificates', revision)
      await requireTemplates(ctx, after.allowed_certificate_templates, before.allowed_certificate_templates)
      const { sql } = ctx
      await saveTab(ctx, await openDraft(ctx, work), 'certificates', {
        certificate_template_id: after.certificate_template_id,
        allowed_certificate_templates: sql.array(after.allowed_certificate_templates),
        certificate_configuration: sql.json(after.certificate_configuration),
      })
      await auditChanges(ctx, 'course.certificates', work.course_id, [before, after])
    }
    const now = await selectWorkingVersion(ctx, { course_id: work.course_id })
    return {
      error: false as const,
      status: hasChanges ? ('saved' as const) : ('no-change' as const),
      course_version_id: now.course_version_id,
      revision: revisionOf(now, 'certificates'),
      templateId: after.certificate_template_id,
      allowedCertificateTemplates: after.allowed_certificate_templates,
    }
  },
})

export const courseSupport = operation({
  call: 'GET /course/support',
  summary: 'The support settings of a course, as JSON text',
  may: author,
  takes: z.object({ course_id: id() }),
  gives: z.object({
    error: z.literal(false),
    support: z.string(),
    revision: z.int(),
    /** Null if there is no assignee, or the caller may not see the assignee. */
    assignee_name: z.string().nullable(),
  }),
  fails: [errors.notFound],
  async run(ctx, key) {
    const work = await selectWorkingVersion(ctx, key)
    const { support_configuration } = await selectVersionRow(ctx, work.course_version_id)
    const configuration = overlay({ assignee: '' }, support_configuration)
    const assigneeId = String(configuration.assignee)
    const user_id = /^[1-9]\d{0,8}$/.test(assigneeId) ? Number(assigneeId) : 0
    const [assignee] = await ctx.sql<{ name: string }>`
      select trim(first_name || ' ' || last_name) || ' (' || organization_code || ')' as name from identity.v_person
      where user_id = ${user_id} and deleted_at is null`
    return {
      error: false as const,
      support: JSON.stringify(configuration),
      revision: revisionOf(work, 'support'),
      assignee_name: assignee?.name ?? null,
    }
  },
})

export const updateSupport = operation({
  call: 'POST /course/updateSupport',
  summary: 'Saves who is assigned to the support tickets of a course',
  may: writer,
  takes: z.object({
    course_id: id(),
    revision: z.int().optional(),
    supportConfiguration: z.strictObject({ assignee: z.union([z.string().max(20), z.int()]).nullable() }).partial(),
  }),
  gives: z.object({
    error: z.literal(false),
    status: z.enum(['saved', 'no-change']),
    support: z.string(),
    revision: z.int(),
  }),
  fails: [errors.notFound, catalogueErrors.changedMeanwhile],
  async run(ctx, { course_id, revision, supportConfiguration }) {
    const work = await lockWorkingVersion(ctx, { course_id })
    const { support_configuration: before } = await selectVersionRow(ctx, work.course_version_id)
    const after = overlay(before, { ...supportConfiguration, assignee: String(supportConfiguration.assignee ?? '') })
    const hasChanges = JSON.stringify(before) !== JSON.stringify(after)
    if (hasChanges) {
      requireFresh(work, 'support', revision)
      await saveTab(ctx, await openDraft(ctx, work), 'support', { support_configuration: ctx.sql.json(after) })
      await auditChanges(ctx, 'course.support', course_id, [before, after])
    }
    const now = await selectWorkingVersion(ctx, { course_id })
    return {
      error: false as const,
      status: hasChanges ? ('saved' as const) : ('no-change' as const),
      support: JSON.stringify(after),
      revision: revisionOf(now, 'support'),
    }
  },
})
