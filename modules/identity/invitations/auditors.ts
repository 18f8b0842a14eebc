import { identityErrors } from '#modules/identity/errors.ts'
import { instructorInvited } from '#modules/identity/facts.ts'
import { emailAddress, optionalName } from '#modules/identity/people/person-fields.schema.ts'
import { requireFreshProof } from '#modules/identity/proof/proof.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { admin, ofVisited, userOf } from '#platform/permissions.ts'
import { day, id, z } from '#platform/schema.ts'
import { addDays, dayIn, startOfDay } from '#platform/zone.ts'
import { endAccess, listAuditors, listReads } from './audit-access.sql.ts'
import { insertInvitation } from './invitation.sql.ts'

/** The longest access, long enough to audit a year's records. */
const maxDays = 366

export const inviteAuditor = operation({
  call: 'POST /auditor/invite',
  added: true,
  summary:
    'Invites an auditor, who may read the records of a program in a period until a day. The link works once, for 7 days',
  may: ofVisited(admin),
  takes: z.object({
    email: emailAddress(),
    first_name: optionalName(),
    last_name: optionalName(),
    program_id: z.string().regex(/^[a-z]{2}-[a-z0-9-]{2,30}$/),
    from_on: day(),
    to_on: day(),
    /** The last day of the access. */
    ends_on: day(),
  }),
  gives: z.object({ invitation_id: z.int() }),
  fails: [identityErrors.invitationOpen, identityErrors.auditDays, identityErrors.proofNeeded],
  audit: ({ program_id, from_on, to_on, ends_on }, { invitation_id }) => ({
    action: 'user.inviteAuditor',
    subject: `invitation_id:${invitation_id}`,
    after: { program_id, from_on, to_on, ends_on },
  }),
  async run(ctx, { program_id, from_on, to_on, ends_on, ...invited }) {
    await requireFreshProof(ctx)
    const { organization_id, time_zone } = ctx.organization
    const today = dayIn(time_zone, ctx.now)
    if (from_on > to_on || ends_on < today || ends_on > addDays(today, maxDays)) throw identityErrors.auditDays()
    const audit = { program_id, from_on, to_on, ends_at: startOfDay(time_zone, addDays(ends_on, 1)) }
    const invited_by = userOf(ctx).user_id
    const invitation_id = await insertInvitation(ctx, { ...invited, organization_id, invited_by, audit })
    await ctx.emit(instructorInvited, { invitation_id })
    return { invitation_id }
  },
})

const Read = z.object({
  at: z.string(),
  action: z.string(),
  /** The course that was read, or null for a list. */
  student_course_id: z.int().nullable(),
})

const Auditor = z.object({
  invitation_id: z.int(),
  user_id: z.int().nullable(),
  email: z.string(),
  name: z.string(),
  program_id: z.string(),
  from_on: z.string(),
  to_on: z.string(),
  ends_at: z.string(),
  state: z.enum(['invited', 'active', 'ended', 'lapsed']),
  /** The number of their reads, and the time of the last one. */
  reads: z.int(),
  last_read_at: z.string().nullable(),
})

export const fetchAuditors = operation({
  call: 'GET /auditors',
  added: true,
  summary: 'Lists the auditors of the organization, and what each may read until when',
  may: ofVisited(admin),
  takes: z.object({}),
  gives: z.object({ auditors: z.array(Auditor) }),
  async run(ctx) {
    const listedAuditors = await listAuditors(ctx)
    const auditors = listedAuditors.map(({ ends_at, last_read_at, created_at: _, ...auditor }) => ({
      ...auditor,
      ends_at: ends_at.toISOString(),
      last_read_at: last_read_at?.toISOString() ?? null,
    }))
    return { auditors }
  },
})

export const fetchAuditorReads = operation({
  call: 'GET /auditor/reads/{invitation_id}',
  added: true,
  summary: 'The last 500 records that an auditor has read, newest first',
  may: ofVisited(admin),
  takes: z.object({ invitation_id: id() }),
  gives: z.object({ reads: z.array(Read) }),
  async run(ctx, { invitation_id }) {
    const reads = await listReads(ctx, invitation_id)
    return {
      reads: reads.map(({ at, action, subject }) => ({
        at: at.toISOString(),
        action,
        student_course_id: Number(/^student_course_id:(\d+)$/.exec(subject ?? '')?.[1] ?? 0) || null,
      })),
    }
  },
})

export const endAuditor = operation({
  call: 'POST /auditor/end',
  added: true,
  summary: 'Ends the access of an auditor, and their sessions, or an invitation that is still open',
  may: ofVisited(admin),
  takes: z.object({ invitation_id: id() }),
  gives: z.object({}),
  fails: [errors.notFound, identityErrors.proofNeeded],
  async run(ctx, { invitation_id }) {
    await requireFreshProof(ctx)
    const user = await endAccess(ctx, invitation_id)
    if (!user) throw errors.notFound()
    await ctx.audit({
      action: 'user.endAuditor',
      subject: `invitation_id:${invitation_id}`,
      subject_user_id: user.user_id,
    })
    return {}
  },
})
