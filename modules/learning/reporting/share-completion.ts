import { ofCourse } from '#modules/learning/permissions.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { lockStudentCourse, selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { pathTo } from '#platform/path-to.ts'
import { anyone, student, userOf } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { isViewing } from '#platform/viewing.ts'
import { audiences, endLink, findShared, insertLink, listLinks } from './completion-link.sql.ts'
import { reportingErrors } from './errors.ts'
import { hasDeadline, reportingStates } from './reporting-state.ts'
import { trackerTexts } from './tracker.texts.ts'

const maxLinks = 5

export const shareCompletion = operation({
  call: 'POST /report/link',
  added: true,
  summary: 'Creates a link that shows the state of a completion to others',
  may: ofCourse('student_course_id'),
  takes: z.object({
    student_course_id: id(),
    audience: z.enum(audiences),
    days: z.union([z.literal(30), z.literal(90), z.literal(180)]),
  }),
  gives: z.object({ completion_link_id: z.int() }),
  fails: [reportingErrors.nothingToShare, reportingErrors.tooManyLinks],
  async run(ctx, { student_course_id, audience, days }) {
    // The lock prevents two simultaneous requests from both counting four links.
    const course = await lockStudentCourse(ctx, student_course_id)
    if (!course.passed_at) throw reportingErrors.nothingToShare()
    if ((await listLinks(ctx, student_course_id)).length >= maxLinks) throw reportingErrors.tooManyLinks()
    const { organization_id } = course
    const link = await insertLink(ctx, { student_course_id, organization_id, audience, days })
    await ctx.audit({ action: 'report.share', ...courseEvent(course), after: { ...link, audience, days } })
    return { ...link, message: localText(ctx.locale, trackerTexts, 'created') }
  },
})

export const endCompletionLink = operation({
  call: 'POST /report/endLink',
  added: true,
  summary: 'Ends a link that shows the state of a completion',
  may: student,
  takes: z.object({ completion_link_id: id() }),
  gives: z.object({}),
  fails: [errors.notFound],
  async run(ctx, { completion_link_id }) {
    const student_course_id = await endLink(ctx, completion_link_id, userOf(ctx).user_id)
    if (student_course_id === null) throw errors.notFound()
    await ctx.audit({
      action: 'report.endLink',
      ...courseEvent({ student_course_id, user_id: userOf(ctx).user_id }),
      after: { completion_link_id },
    })
    return { message: localText(ctx.locale, trackerTexts, 'ended') }
  },
})

export const fetchCompletionLinks = operation({
  call: 'GET /report/links/{student_course_id}',
  added: true,
  summary: 'The links that show the state of a completion to others',
  may: ofCourse('student_course_id'),
  takes: z.object({ student_course_id: id() }),
  gives: z.object({
    course_name: z.string(),
    links: z.array(
      z.object({
        completion_link_id: z.int(),
        audience: z.enum(audiences),
        created_at: z.string(),
        expires_at: z.string(),
        /** The address; null if it can't be shown again. */
        path: z.string().nullable(),
      }),
    ),
  }),
  async run(ctx, { student_course_id }) {
    const { course_name } = await selectStudentCourse(ctx, student_course_id)
    const links = await listLinks(ctx, student_course_id)
    return {
      course_name,
      links: links.map(({ completion_link_id, audience, created_at, expires_at, token }) => ({
        completion_link_id,
        audience,
        created_at: created_at.toISOString(),
        expires_at: expires_at.toISOString(),
        // The link opens without a session, so staff who view as the student don't get it.
        path: token && !isViewing(ctx.actor) ? pathTo('/completion/:token', { token }) : null,
      })),
    }
  },
})

const steps = ['completed', 'checked', 'sent', 'accepted', 'posted'] as const

export const viewSharedCompletion = operation({
  call: 'GET /report/shared/{token}',
  added: true,
  summary: 'The state of a completion, for anyone with the link',
  may: anyone,
  // The strictest rate limit, so that links cannot be guessed.
  rate: 'sign-in',
  takes: z.object({ token: z.string().max(100) }),
  gives: z.object({
    organization_name: z.string(),
    course_name: z.string(),
    /** The first name and the initial of the last name. */
    student: z.string(),
    completed_at: z.string().nullable(),
    expires_at: z.string(),
    agencies: z.array(
      z.object({
        agency_name: z.string(),
        /** Whether a refused report is being corrected. The reason is not shared. */
        correcting: z.boolean(),
        /** The deadline, until the report is accepted or sent. */
        due_at: z.string().nullable(),
        /** The party that must act next; null if only the posting is left, or nothing. */
        acts: z.enum(['student', 'school', 'agency']).nullable(),
        steps: z.array(z.object({ step: z.enum(steps), at: z.string().nullable() })),
      }),
    ),
  }),
  fails: [reportingErrors.linkEnded],
  async run(ctx, { token }) {
    const shared = await findShared(ctx, token)
    if (!shared) throw reportingErrors.linkEnded()
    const { student_course_id, organization_name, course_name, first_name, last_name } = shared
    const states = await reportingStates(ctx.unscoped, [student_course_id])
    const duties = states.get(student_course_id)?.duties ?? []
    return {
      organization_name,
      course_name,
      student: `${first_name} ${initialOf(last_name)}`.trim(),
      completed_at: shared.completed_at?.toISOString() ?? null,
      expires_at: shared.expires_at.toISOString(),
      agencies: duties.map(({ agency_name, state, due_at, acts, steps: dutySteps }) => ({
        agency_name,
        correcting: state === 'rejected',
        due_at: hasDeadline(state) ? due_at : null,
        acts,
        steps: dutySteps,
      })),
    }
  },
})

/** The last name of a person with one name is stored as a hyphen. */
const initialOf = (last_name: string): string => {
  const [first] = [...last_name]
  return first && first !== '-' ? `${first.toUpperCase()}.` : ''
}
