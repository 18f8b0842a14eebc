import type { ReactNode } from 'react'
import { maxDays } from '#modules/learning/enrollment/extension.shared.ts'
import type { ContextCourse, TicketContext } from '#modules/support/entry.ts'
import { pathTo } from '#platform/path-to.ts'
import { Button } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { type FormState, field, freshForm } from '#platform/web/form.ts'
import { besideTexts } from './beside.texts.ts'

/** The state of one of several forms on a page; ignores the others' input. */
const formOf = (form: FormState, action: string, id?: number): FormState =>
  form.values.action === action && (id === undefined || form.values.id === String(id)) ? form : freshForm

type FoldedProps = { title: string; form: FormState; children: ReactNode }

/** A form that opens on request, and stays open if it was refused. */
const FoldedForm = ({ title, form, children }: FoldedProps) => (
  <details open={form !== freshForm}>
    <summary className="cursor-pointer text-sm font-semibold text-accent-foreground">{title}</summary>
    <form method="post" className="mt-2 grid gap-3">
      {children}
    </form>
  </details>
)

type CourseProps = { course: ContextCourse; request_id: string; form: FormState }

export function CourseRemedies({ course, request_id, form }: CourseProps) {
  const b = useTexts(besideTexts)
  const { student_course_id: id, student_certificate_id, expires_at, can } = course
  const unlocking = formOf(form, 'unlock', id)
  const extending = formOf(form, 'extend', id)
  return (
    <>
      {can.unlock && (
        <form method="post" className="grid gap-2">
          <input type="hidden" name="action" value="unlock" />
          <input type="hidden" name="id" value={id} />
          <TextField label={b('why')} {...field(unlocking, 'reason')} required maxLength={2_000} />
          <Button type="submit" variant="outline">
            {b('unlock')}
          </Button>
        </form>
      )}
      {can.certificate && (
        <form method="post">
          <input type="hidden" name="action" value="certificate" />
          <input type="hidden" name="id" value={student_certificate_id ?? ''} />
          <Button type="submit" variant="outline">
            {b('certificate')}
          </Button>
        </form>
      )}
      {can.extend && (
        <FoldedForm title={b('extend')} form={extending}>
          <input type="hidden" name="action" value="extend" />
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="request_id" value={extending.values.request_id ?? request_id} />
          <input type="hidden" name="expires_at" value={expires_at ?? ''} />
          <TextField
            label={b('days')}
            {...field(extending, 'days', '7')}
            type="number"
            min={1}
            max={maxDays}
            required
          />
          <TextField label={b('staffReason')} {...field(extending, 'reason')} required maxLength={2_000} />
          <Button type="submit" variant="outline">
            {b('extend')}
          </Button>
        </FoldedForm>
      )}
    </>
  )
}

type PersonProps = { context: TicketContext; form: FormState }

/** The reporter's name and sign-in link, which staff can fix. */
export function PersonRemedies({ context: { name, can }, form }: PersonProps) {
  const b = useTexts(besideTexts)
  if (!name || !(can.name || can.welcome)) return null
  const correcting = formOf(form, 'name')
  const { first_name, middle_name, last_name, updated_at, student_certificate_id } = name
  return (
    <Panel title={`${first_name} ${last_name}`.trim()}>
      <div className="grid gap-3">
        {can.welcome && (
          <form method="post">
            <input type="hidden" name="action" value="welcome" />
            <Button type="submit" variant="outline">
              {b('welcome')}
            </Button>
          </form>
        )}
        {can.name && (
          <FoldedForm title={b('correctName')} form={correcting}>
            <input type="hidden" name="action" value="name" />
            <input type="hidden" name="updated_at" value={updated_at} />
            <TextField label={b('first')} {...field(correcting, 'first_name', first_name)} required maxLength={100} />
            <TextField
              label={b('middle')}
              {...field(correcting, 'middle_name', middle_name)}
              maxLength={100}
              optional
            />
            <TextField label={b('last')} {...field(correcting, 'last_name', last_name)} required maxLength={100} />
            <TextField label={b('staffReason')} {...field(correcting, 'reason')} required maxLength={500} />
            <Button type="submit" variant="outline">
              {b('saveName')}
            </Button>
          </FoldedForm>
        )}
        {can.name && can.certificates && student_certificate_id !== null && (
          <p className="text-sm">
            {b('onCertificate')}{' '}
            <TextLink
              href={pathTo('/manage/certificates/:certificateId/edit', { certificateId: student_certificate_id })}
            >
              {b('toCertificate')}
            </TextLink>
          </p>
        )}
      </div>
    </Panel>
  )
}
