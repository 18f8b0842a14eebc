import { backofficeErrors } from '#modules/backoffice/errors.ts'
import { hasUnsettledMoney } from '#modules/checkout/index.ts'
import {
  asTenant,
  closeForErasure,
  erasedLoginid,
  identityErrors,
  requireFreshProof,
  selectErasable,
  selectManaged,
  subjectOf,
} from '#modules/identity/index.ts'
import {
  findHeldRecords,
  hasUnfinishedCourses,
  listDueErasures,
  listRetentions,
  saveHeldErasure,
} from '#modules/learning/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { binaryOrJson, operation } from '#platform/operation.ts'
import { scoped, signedIn, staff, userOf } from '#platform/permissions.ts'
import { erasePersonalData } from '#platform/personal-data/erase-personal-data.ts'
import { personalTables } from '#platform/personal-data/personal-table.ts'
import { readPersonalData } from '#platform/personal-data/read-personal-data.ts'
import { id, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { personalDataWords } from './personal-data.texts.ts'

/**
 * One file contains data that otherwise requires several permissions: payments, messages, sessions. So it is for Admins
 * only.
 */
const selfOrAdmin = scoped<{ user_id?: number | null | undefined }>(
  signedIn,
  "for themselves, or an Admin with READ for the person's role",
  async (ctx, { user_id }) => {
    if (!user_id || user_id === userOf(ctx).user_id) return
    await selectManaged(ctx, user_id, 'READ')
    if (userOf(ctx).role !== 'Admin') throw errors.forbidden()
  },
)

/** `cut` names the tables whose first rows only are in the file. */
const PersonalDataShape = z.object({
  format: z.string(),
  made_at: z.string(),
  user_id: z.int(),
  cut: z.array(z.string()),
  tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
})

export const exportPersonalData = operation({
  call: 'GET /user/personalData',
  summary:
    'Downloads everything stored about a person as JSON, without secrets; their own if no user_id is sent. Requires a recent proof of identity',
  added: true,
  may: selfOrAdmin,
  takes: z.object({ user_id: id().nullish() }),
  gives: binaryOrJson(PersonalDataShape),
  // The operation writes an audit row. Staff who view as someone may not download that person's data.
  changes: true,
  rate: 'export',
  fails: [identityErrors.proofNeeded],
  audit: ({ user_id }) => ({
    action: 'personalData.export',
    ...(user_id && { subject: `user_id:${user_id}`, subject_user_id: user_id }),
  }),
  async run(ctx, input) {
    await requireFreshProof(ctx)
    const user_id = subjectOf(ctx, input)
    const tables: Record<string, unknown> = {}
    const truncated: string[] = []
    for await (const { table, rows, more } of readPersonalData(ctx.sql, ctx.use(personalTables), user_id)) {
      tables[table] = rows
      if (more) truncated.push(table)
    }
    const file = { format: 'waypost-personal-data/1', made_at: ctx.now.toISOString(), user_id, cut: truncated, tables }
    const body = new TextEncoder().encode(JSON.stringify(file, null, 1))
    return { body, name: `personal-data-${user_id}.json`, type: 'application/json' }
  },
})

/** Staff who may remove students may also erase them, including removed ones. */
const erasePolicy = scoped<{ user_id: number }>(
  staff('MANAGE_STUDENTS:DELETE'),
  'for students in their organizations',
  async (ctx, { user_id }) => {
    await selectErasable(ctx, user_id)
  },
)

export const erasePerson = operation({
  call: 'POST /user/erase',
  summary:
    "Erases a student's data permanently, except what the law requires us to keep. Refused while a course, report, order or saved card is open",
  added: true,
  may: erasePolicy,
  takes: z.object({ user_id: id(), reason: z.string().trim().min(1).max(2_000) }),
  gives: z.object({ user_id: z.int(), erased: z.record(z.string(), z.int()) }),
  fails: [backofficeErrors.notErasable, backofficeErrors.alreadyErased, identityErrors.proofNeeded],
  async run(ctx, { user_id, reason }) {
    await requireFreshProof(ctx)
    await closeForErasure(ctx, user_id)
    const erased = await eraseClosed(ctx, user_id)
    await ctx.audit({
      action: 'personalData.erase',
      subject: `user_id:${user_id}`,
      subject_user_id: user_id,
      after: { reason, tables: Object.keys(erased).length },
    })
    return { user_id, erased, message: localText(ctx.locale, personalDataWords, 'erased') }
  },
})

/** Checked after the account is closed: a concurrent purchase is visible here, or finds the account removed. */
async function eraseClosed(ctx: Ctx, user_id: number) {
  if ((await selectErasable(ctx, user_id)).loginid === erasedLoginid(user_id)) throw backofficeErrors.alreadyErased()
  if ((await hasUnfinishedCourses(ctx, user_id)) || (await hasUnsettledMoney(ctx, user_id)))
    throw backofficeErrors.notErasable()
  return eraseUnheld(ctx, user_id)
}

/** Erases everything that no program still keeps; the rest follows when its retention ends. */
async function eraseUnheld(ctx: Ctx, user_id: number) {
  const { organization_id } = await selectErasable(ctx, user_id)
  const { held, until } = await findHeldRecords(ctx, user_id)
  const erased = await erasePersonalData(ctx, ctx.use(personalTables), user_id, held)
  await saveHeldErasure(ctx, { user_id, organization_id }, until)
  return erased
}

/** Erases the remaining data of previously erased people once its retention ends. Safe to repeat. */
export async function eraseHeld(ctx: Ctx): Promise<void> {
  const failures: unknown[] = []
  for (const erasure of await listDueErasures(ctx)) await eraseRest(ctx, erasure).catch((error) => failures.push(error))
  // One person who cannot be erased must not block the others.
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} erasures failed`)
}

type DueErasure = Awaited<ReturnType<typeof listDueErasures>>[number]

async function eraseRest(ctx: Ctx, { user_id, organization_id }: DueErasure): Promise<void> {
  const tenant = await asTenant(ctx, organization_id)
  await tenant.tx(async (inner) => {
    const { held, until } = await findHeldRecords(inner, user_id)
    const erased = await erasePersonalData(inner, inner.use(personalTables), user_id, held)
    await saveHeldErasure(inner, { user_id, organization_id }, until)
    await inner.audit({
      action: 'personalData.eraseHeld',
      subject: `user_id:${user_id}`,
      subject_user_id: user_id,
      after: { tables: Object.keys(erased).length, until },
    })
  })
}

/** The courses whose records an erasure would leave for now. Callers must check the access to the person. */
export const listHeldRecords = (ctx: Ctx, user_id: number) => listRetentions(ctx, user_id)
