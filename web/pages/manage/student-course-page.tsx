import type { ReactNode } from 'react'
import { lk_student_course_status } from '#modules/learning/lookups.shared.ts'
import { pathTo } from '#platform/path-to.ts'
import { texts } from '#platform/texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { Card } from '#platform/ui/card.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { LookupBadge } from '#platform/ui/lookup-badge.tsx'
import { Facts, PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { withCarriedParams } from '#platform/web/frame.ts'
import type { ViewInput } from '#platform/web/page.ts'

const pageTexts = texts({
  back: ['Student account', 'Cuenta del estudiante'],
  student: ['Student', 'Estudiante'],
  status: ['Status', 'Estado'],
})

type Props = {
  title: string
  course: { user_id: number; student_name: string; course_name: string; lk_student_course_status_id: number }
  /** Shown below the course's status. */
  facts?: readonly (readonly [string, string])[]
  input: ViewInput
  children: ReactNode
}

/** The frame of staff forms for a student's course: a link back, the course and its status, and a card for the form. */
export function StudentCoursePage({ title, course, facts = [], input: { form, frame }, children }: Props) {
  const t = useTexts(pageTexts)
  const { user_id, student_name, course_name, lk_student_course_status_id: id } = course
  return (
    <>
      <p className="mb-1 text-sm">
        <TextLink
          href={withCarriedParams(
            frame,
            pathTo('/manage/student/:id/account', { id: user_id }, { query: { tab: 'courses' } }),
          )}
          alone
        >
          ‹ {t('back')}
        </TextLink>
      </p>
      <PageTitle lead={course_name}>{title}</PageTitle>
      <FormAlert message={form.message} />
      <Card className="grid max-w-2xl gap-6">
        <Facts
          facts={[
            [t('student'), student_name || '—'],
            [t('status'), <LookupBadge key="status" lookup={lk_student_course_status} id={id} />],
            ...facts,
          ]}
        />
        {children}
      </Card>
    </>
  )
}
