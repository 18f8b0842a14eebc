import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { holds, ofVisited, staff, userOf, worksForVisited } from '#platform/permissions.ts'
import { flag, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { setupTexts } from './setup.texts.ts'
import { doneSteps, setupSteps } from './setup-steps.ts'

const keys = setupSteps.map(({ key }) => key) as [string, ...string[]]

/** Steps that staff of the organization marked as not needed. */
async function skippedSteps({ sql, organization }: Ctx): Promise<ReadonlySet<string>> {
  const rows = await sql<{ step: string }>`
    select step from backoffice.skipped_step where organization_id = ${organization.organization_id}`
  return new Set(rows.map(({ step }) => step))
}

export const fetchSetup = operation({
  call: 'GET /organization/setup',
  added: true,
  summary:
    'The open steps before the visited organization can sell courses and issue certificates, limited to those that the caller may do',
  may: staff(),
  takes: z.object({}),
  gives: z.object({
    steps: z.array(z.object({ step: z.string(), label: z.string(), hint: z.string(), href: z.string() })),
    /** Counts all steps, including those that only others may do. */
    done: z.int(),
    total: z.int(),
    can_skip: z.boolean(),
  }),
  async run(ctx) {
    const total = setupSteps.length
    if (!worksForVisited(ctx)) return { steps: [], done: total, total, can_skip: false }
    const [done, skipped] = await Promise.all([doneSteps(ctx), skippedSteps(ctx)])
    const open = setupSteps.filter(({ key }) => !done.has(key) && !skipped.has(key))
    const steps = open
      .filter(({ may }) => holds(ctx.actor, may))
      .map(({ key, href }) => ({
        step: key,
        label: localText(ctx.locale, setupTexts, key),
        hint: localText(ctx.locale, setupTexts, `${key}Hint`),
        href: href(ctx.organization.organization_id),
      }))
    return { steps, done: total - open.length, total, can_skip: holds(ctx.actor, 'MANAGE_SETTINGS:UPDATE') }
  },
})

export const skipSetupStep = operation({
  call: 'PUT /organization/setup',
  added: true,
  summary: "Marks a step of the visited organization's set-up as not needed, or as needed again",
  may: ofVisited(staff('MANAGE_SETTINGS:UPDATE')),
  takes: z.object({ step: z.enum(keys), skip: flag() }),
  gives: z.object({}),
  async run(ctx, { step, skip }) {
    const { organization_id } = ctx.organization
    const row = { organization_id, step, user_id: userOf(ctx).user_id }
    const changed = skip
      ? await ctx.sql`insert into backoffice.skipped_step ${ctx.sql(row)} on conflict do nothing returning step`
      : await ctx.sql`
          delete from backoffice.skipped_step
          where organization_id = ${organization_id} and step = ${step} returning step`
    if (changed.length > 0)
      await ctx.audit({
        action: 'organization.skip-step',
        subject: `organization_id:${organization_id}`,
        before: { [step]: !skip },
        after: { [step]: skip },
      })
    return { message: localText(ctx.locale, setupTexts, skip ? 'skipped' : 'needed') }
  },
})
