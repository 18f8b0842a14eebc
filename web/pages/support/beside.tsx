import { chatTexts } from '../../../modules/support/chat/chat.texts.ts'
import type {
  autocompleteAssignee,
  ContextCourse,
  Note,
  SavedReply,
  TicketContext,
} from '../../../modules/support/index.ts'
import { texts } from '../../../platform/texts.ts'
import { Button } from '../../../platform/ui/button.tsx'
import { Panel } from '../../../platform/ui/card.tsx'
import { TextField } from '../../../platform/ui/field.tsx'
import { useShowDate, useTexts } from '../../../platform/ui/locale.tsx'
import { Facts } from '../../../platform/ui/parts.tsx'
import { Notes } from './notes.tsx'

export type BesideData = {
  notes: readonly Note[]
  replies: readonly SavedReply[]
  context: TicketContext
  assignees: Awaited<ReturnType<typeof autocompleteAssignee.run>>['data']
}

const words = texts({
  state: ['Status', 'Estado'],
  reason: ['Reason', 'Motivo'],
  expires: ['Expires', 'Vence'],
  time: ['Course time', 'Tiempo de curso'],
  minutes: ['{n} min', '{n} min'],
  report: ['Agency report', 'Informe a la agencia'],
  payment: ['Last payment', 'Último pago'],
  device: ['Last device', 'Último dispositivo'],
  unlock: ['Unlock course', 'Desbloquear curso'],
  why: ['Reason for the student', 'Motivo para el estudiante'],
  certificate: ['Email certificate again', 'Volver a enviar el certificado'],
})

/** The state of the reporter's courses, remedies, and notes. */
export function Beside({ beside }: { beside: BesideData }) {
  const t = useTexts(chatTexts)
  const b = useTexts(words)
  const showDate = useShowDate()
  const { courses, payment, device, user_id } = beside.context
  const facts: (readonly [string, string])[] = [
    ...(payment ? [[b('payment'), `${payment.state}, ${showDate(payment.at)}`] as const] : []),
    ...(device
      ? [[b('device'), [device.browser, device.system, showDate(device.seen_at)].filter(Boolean).join(', ')] as const]
      : []),
  ]
  return (
    <div className="grid content-start gap-4">
      {user_id !== null && (
        <Panel title={t('courses')}>
          {courses.length === 0 && <p className="text-sm text-muted-foreground">{t('noCourses')}</p>}
          <ul className="grid gap-4">
            {courses.map((course) => (
              <li key={course.student_course_id}>
                <Course course={course} />
              </li>
            ))}
          </ul>
          {facts.length > 0 && <Facts className="mt-3" facts={facts} />}
        </Panel>
      )}
      <Notes notes={beside.notes} />
    </div>
  )
}

function Course({ course }: { course: ContextCourse }) {
  const b = useTexts(words)
  const showDate = useShowDate()
  const { report } = course
  const facts: (readonly [string, string])[] = [
    [b('state'), course.state],
    ...(course.reason ? [[b('reason'), course.reason] as const] : []),
    ...(course.expires_at ? [[b('expires'), showDate(course.expires_at)] as const] : []),
    [b('time'), b('minutes', { n: course.minutes })],
    ...(report
      ? [[b('report'), [report.agency, report.state, report.message].filter(Boolean).join(': ')] as const]
      : []),
  ]
  return (
    <div className="grid gap-2">
      <p className="font-semibold">{course.course_name}</p>
      <Facts facts={facts} className="text-sm" />
      {course.can.unlock && (
        <form method="post" className="grid gap-2">
          <input type="hidden" name="action" value="unlock" />
          <input type="hidden" name="id" value={course.student_course_id} />
          <TextField label={b('why')} name="reason" required maxLength={2_000} />
          <Button type="submit" variant="outline">
            {b('unlock')}
          </Button>
        </form>
      )}
      {course.can.certificate && (
        <form method="post">
          <input type="hidden" name="action" value="certificate" />
          <input type="hidden" name="id" value={course.student_certificate_id ?? ''} />
          <Button type="submit" variant="outline">
            {b('certificate')}
          </Button>
        </form>
      )}
    </div>
  )
}
