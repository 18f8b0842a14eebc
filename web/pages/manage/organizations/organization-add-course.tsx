import type { ReactNode } from 'react'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { SelectField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { type FormState, field } from '#platform/web/form.ts'
import { orgTexts } from './organization.texts.ts'

type AvailableCourses = readonly { course_id: number; name: string }[]
type AddCourseProps = { available: AvailableCourses; form: FormState; className: string; children: ReactNode }

/** Puts one of the available courses on sale, at the price in `children`. */
export function AddCourse({ available, form, className, children }: AddCourseProps) {
  const t = useTexts(orgTexts)
  if (available.length === 0) return <p className="text-muted-foreground">{t('noneLeft')}</p>
  return (
    <Panel title={t('addCourse')} className={className}>
      <form method="post" className="grid gap-4">
        <input type="hidden" name="action" value="add" />
        <SelectField
          {...field(form, 'course_id')}
          label={t('course')}
          options={available.map(({ course_id, name }) => ({ value: course_id, label: name }))}
          placeholder
          required
        />
        {children}
        <BusySubmit label={t('addCourse')} busyLabel={t('saving')} />
      </form>
    </Panel>
  )
}
