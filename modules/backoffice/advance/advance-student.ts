import { backofficeErrors } from '#modules/backoffice/errors.ts'
import { addNotification, listKeyHolders, listOnePerson } from '#modules/identity/index.ts'
import {
  type Advance,
  advanceStudent,
  learningErrors,
  needsSecondPerson,
  planAdvance,
  selectStudentCourse,
} from '#modules/learning/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { pathTo } from '#platform/path-to.ts'
import { userOf } from '#platform/permissions.ts'
import { flag, id, requiredText, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { advanceTexts } from './advance.texts.ts'
import { insertRequest } from './advance-request.sql.ts'
import { advanceKey, advancer, requireOtherStudent } from './advance-right.ts'
import { notificationTextOf } from './bell.ts'

/** The maximum number of people notified of a waiting request. */
const maxNotified = 20

export const advance = operation({
  call: 'POST /student/advance',
  summary:
    'Moves a student on to a component of a course, without course time. In a regulated course it waits for a second person',
  may: advancer,
  takes: z.object({
    student_course_id: id(),
    component_id: id(),
    complete_ind: flag().default(false),
    final_ind: flag().default(false),
    reason: requiredText(advanceTexts.reasonMissing, 500),
  }),
  gives: z.object({
    /** The student's current component; null while the request waits. */
    component_id: z.int().nullable(),
    /** The number of skipped components. */
    advanced: z.int(),
    advance_request_id: z.int().nullable(),
  }),
  fails: [
    errors.notFound,
    backofficeErrors.ownCourse,
    backofficeErrors.advanceWaiting,
    learningErrors.statusRefused,
    learningErrors.nothingToAdvance,
    learningErrors.examNotAdvanced,
  ],
  async run(ctx, input) {
    const course = await selectStudentCourse(ctx, input.student_course_id)
    await requireOtherStudent(ctx, course.user_id)
    if (await needsSecondPerson(ctx, course)) return requestAdvance(ctx, input)
    const { steps } = await planAdvance(ctx, input)
    const { component_id, advanced } = await advanceStudent(ctx, input)
    const { name } = steps.find(({ component }) => component.component_id === component_id)!.component
    const message = localText(ctx.locale, advanceTexts, 'advanced', { name })
    return { component_id, advanced, advance_request_id: null, message }
  },
})

/** Records the request and notifies the people who may approve it. */
async function requestAdvance(ctx: Ctx, { reason, ...request }: Advance) {
  const { course } = await planAdvance(ctx, request)
  const { organization_id, user_id, student_course_id } = course
  const { component_id, complete_ind, final_ind } = request
  const asked_by = userOf(ctx).user_id
  const target = { student_course_id, component_id, complete_ind, final_ind }
  const advance_request_id = await insertRequest(ctx, { organization_id, user_id, ...target, reason, asked_by })
  await ctx.audit({
    action: 'course.ask-advance',
    subject: `student_course_id:${student_course_id}`,
    subject_user_id: user_id,
    after: { component_id, complete_ind, final_ind, reason },
  })
  const holders = await listKeyHolders(ctx, { organization_id, key: advanceKey })
  const notificationText = await notificationTextOf(ctx, course, 'bellAsked')
  const excludedPeople = [await listOnePerson(ctx, asked_by), await listOnePerson(ctx, user_id)]
  const deciders = holders.filter((holder) => !excludedPeople.some((person) => person.has(holder.user_id)))
  for (const decider of deciders.slice(0, maxNotified)) {
    await addNotification(ctx, {
      user_id: decider.user_id,
      cause: `advance:${advance_request_id}`,
      text: notificationText,
      href: pathTo('/manage/advances'),
    })
  }
  return { component_id: null, advanced: 0, advance_request_id, message: localText(ctx.locale, advanceTexts, 'asked') }
}
