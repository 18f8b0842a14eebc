import { chatTexts } from '#modules/support/chat/chat.texts.ts'
import type { ContextCourse, TicketContext } from '#modules/support/entry.ts'
import type { listAssigneesOf } from '#modules/support/handling/reassign-ticket.ts'
import type { Note } from '#modules/support/notes/notes.ts'
import type { SavedReply } from '#modules/support/replies/saved-replies.ts'
import { Panel } from '#platform/ui/card.tsx'
import { useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { Facts } from '#platform/ui/parts.tsx'
import type { FormState } from '#platform/web/form.ts'
import { besideTexts } from './beside.texts.ts'
import { Notes } from './notes.tsx'
import { Problems } from './problems.tsx'
import { CourseRemedies, PersonRemedies } from './remedies.tsx'

export type BesideData = {
  notes: readonly Note[]
  replies: readonly SavedReply[]
  context: TicketContext
  assignees: Awaited<ReturnType<typeof listAssigneesOf>>
  /** Identifies this rendering of the page: a remedy that it sends twice is applied once. */
  request_id: string
}

type Props = { thread: number; beside: BesideData; form: FormState }

/** The last refusal, the state of the reporter's courses, remedies, and notes. */
export function Beside({ thread, beside, form }: Props) {
  const t = useTexts(chatTexts)
  const b = useTexts(besideTexts)
  const showDate = useShowDate()
  const { context } = beside
  const { courses, payment, device, user_id } = context
  const facts: (readonly [string, string])[] = [
    ...(payment ? [[b('payment'), `${payment.state}, ${showDate(payment.at)}`] as const] : []),
    ...(device
      ? [[b('device'), [device.browser, device.system, showDate(device.seen_at)].filter(Boolean).join(', ')] as const]
      : []),
  ]
  return (
    <div className="grid content-start gap-4">
      <Problems context={context} />
      {user_id !== null && (
        <Panel title={t('courses')}>
          {courses.length === 0 && <p className="text-sm text-muted-foreground">{t('noCourses')}</p>}
          <ul className="grid gap-4">
            {courses.map((course) => (
              <li key={course.student_course_id} className="grid gap-2">
                <Course course={course} />
                <CourseRemedies course={course} request_id={beside.request_id} form={form} />
              </li>
            ))}
          </ul>
          {facts.length > 0 && <Facts className="mt-3" facts={facts} />}
        </Panel>
      )}
      <PersonRemedies context={context} form={form} />
      <Notes thread={thread} notes={beside.notes} request_id={beside.request_id} form={form} />
    </div>
  )
}

function Course({ course }: { course: ContextCourse }) {
  const b = useTexts(besideTexts)
  const showDate = useShowDate()
  const { report } = course
  const facts: (readonly [string, string])[] = [
    [b('state'), course.state],
    ...(course.reason ? [[b('reason'), course.reason] as const] : []),
    ...(course.expires_at ? [[b('expires'), showDate(course.expires_at)] as const] : []),
    [b('time'), b('minutes', { n: course.minutes })],
    ...(report ? [[b('report'), `${report.agency}: ${report.state}`] as const] : []),
  ]
  return (
    <>
      <p className="font-semibold">{course.course_name}</p>
      <Facts facts={facts} className="text-sm" />
    </>
  )
}
