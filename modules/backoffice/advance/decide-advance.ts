import { backofficeErrors } from '#modules/backoffice/errors.ts'
import { addNotification, isSamePerson, listKeyHolders, listOnePerson, selectOfRole } from '#modules/identity/index.ts'
import { advanceStudent, learningErrors, selectStudentCourse } from '#modules/learning/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { pathTo } from '#platform/path-to.ts'
import { staff, userOf } from '#platform/permissions.ts'
import { id, optionalText, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { advanceTexts } from './advance.texts.ts'
import { type AdvanceRequest, type Decision, listWaiting, lockRequest, settleRequest } from './advance-request.sql.ts'
import { advanceKey, requireOtherStudent } from './advance-right.ts'
import { notificationTextOf } from './bell.ts'

export const fetchWaitingAdvances = operation({
  call: 'GET /student/advance/waiting',
  added: true,
  summary: 'Lists requests to advance a student that wait for a second person, of one student or of all in scope',
  may: staff(advanceKey),
  takes: z.object({ student_id: id().nullish() }),
  gives: z.object({
    requests: z.array(
      z.object({
        advance_request_id: z.int(),
        student_course_id: z.int(),
        student_id: z.int(),
        student_name: z.string(),
        course_name: z.string(),
        component_id: z.int(),
        component_name: z.string(),
        complete_ind: z.boolean(),
        reason: z.string(),
        asked_by_name: z.string().nullable(),
        asked_at: z.iso.datetime(),
        expires_at: z.iso.datetime(),
        can: z.object({ decide: z.boolean(), withdraw: z.boolean() }),
      }),
    ),
  }),
  async run(ctx, { student_id }) {
    if (student_id) await selectOfRole(ctx, 'Student', student_id, 'READ')
    const callerId = userOf(ctx).user_id
    const waitingRequests = await listWaiting(ctx, student_id ?? null)
    const ownIds = await listOnePerson(ctx, callerId)
    const requests = waitingRequests.map(({ user_id, asked_by, asked_at, expires_at, ...request }) => ({
      ...request,
      student_id: user_id,
      asked_at: asked_at.toISOString(),
      expires_at: expires_at.toISOString(),
      can: { decide: !ownIds.has(asked_by) && !ownIds.has(user_id), withdraw: asked_by === callerId },
    }))
    return { requests }
  },
})

export const decideAdvance = operation({
  call: 'POST /student/decideAdvance',
  added: true,
  summary: "Approves or declines another person's request to advance a student, or withdraws the caller's own",
  may: staff(advanceKey),
  takes: z.object({
    advance_request_id: id(),
    decision: z.enum(['approved', 'declined', 'withdrawn']),
    note: optionalText(500),
  }),
  gives: z.object({}),
  fails: [
    errors.notFound,
    backofficeErrors.ownCourse,
    backofficeErrors.advanceOver,
    backofficeErrors.advanceNeedsAnother,
    backofficeErrors.advanceNotYours,
    backofficeErrors.advanceAskerGone,
    learningErrors.statusRefused,
    learningErrors.nothingToAdvance,
  ],
  async run(ctx, { advance_request_id, decision, note }) {
    const request = await lockRequest(ctx, advance_request_id)
    if (request.over) throw backofficeErrors.advanceOver()
    await requireMayDecide(ctx, request, decision)
    const decided_by = userOf(ctx).user_id
    await settleRequest(ctx, advance_request_id, { decision, decided_by, note: note || null })
    if (decision === 'approved') await performAdvance(ctx, request)
    else await recordRefusal(ctx, request, decision, note)
    if (decision !== 'withdrawn') await notifyRequester(ctx, request, decision)
    return { message: localText(ctx.locale, advanceTexts, decision) }
  },
})

async function requireMayDecide(ctx: Ctx, { asked_by, user_id }: AdvanceRequest, decision: Decision): Promise<void> {
  const callerId = userOf(ctx).user_id
  if (decision === 'withdrawn') {
    if (asked_by !== callerId) throw backofficeErrors.advanceNotYours()
    return
  }
  await requireOtherStudent(ctx, user_id)
  if (await isSamePerson(ctx, callerId, asked_by)) throw backofficeErrors.advanceNeedsAnother()
}

/** Checks the requester's permission again: if it has been lost since then, the request is void. */
async function performAdvance(ctx: Ctx, request: AdvanceRequest): Promise<void> {
  const { organization_id, asked_by, student_course_id, component_id, complete_ind, final_ind, reason } = request
  const holders = await listKeyHolders(ctx, { organization_id, key: advanceKey, user_id: asked_by })
  if (holders.length === 0) throw backofficeErrors.advanceAskerGone()
  await advanceStudent(ctx, { student_course_id, component_id, complete_ind, final_ind, reason, asked_by })
}

async function recordRefusal(ctx: Ctx, request: AdvanceRequest, decision: Decision, note: string): Promise<void> {
  const { student_course_id, user_id, component_id, asked_by } = request
  const entry = {
    subject: `student_course_id:${student_course_id}`,
    subject_user_id: user_id,
    after: { component_id, asked_by, ...(note && { note }) },
  }
  if (decision === 'declined') await ctx.audit({ action: 'course.decline-advance', ...entry })
  else await ctx.audit({ action: 'course.withdraw-advance', ...entry })
}

async function notifyRequester(ctx: Ctx, request: AdvanceRequest, decision: Decision): Promise<void> {
  const course = await selectStudentCourse(ctx, request.student_course_id)
  await addNotification(ctx, {
    user_id: request.asked_by,
    cause: `advance:${request.advance_request_id}:decided`,
    text: await notificationTextOf(ctx, course, decision === 'approved' ? 'bellApproved' : 'bellDeclined'),
    href: pathTo('/manage/student/:id', { id: request.user_id }),
  })
}
