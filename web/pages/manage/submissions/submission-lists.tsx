import { status, submissionTexts } from '../../../../modules/learning/index.ts'
import type { GridData } from '../../../../platform/grid/grid-data.ts'
import { GridPage } from '../../../../platform/grid/grid-page.tsx'
import { LinkButton } from '../../../../platform/ui/button.tsx'
import { useTexts } from '../../../../platform/ui/locale.tsx'
import { Tabs } from '../../../../platform/ui/tabs.tsx'

type List = 'quizzes' | 'documents'
const listHref = (list: List) => `/manage/submissions/${list}?sort_by=-finished_date`

/** A course waits for staff while it is in review, half graded, or corrected by its student. */
const waiting = [status.inReview, status.grading, status.fixed]
  .map((id) => `&lk_student_course_status_id=exact:${id}`)
  .join('')
/** The list as it opens: those that wait for staff. */
export const waitingHref = (list: List): string => `${listHref(list)}${waiting}`

/** The two lists of submissions, with the way to all of them and back to those that wait. */
export function SubmissionLists({ list, data }: { list: List; data: GridData }) {
  const t = useTexts(submissionTexts)
  const narrowed = data.state.filters.lk_student_course_status_id !== undefined
  const tabs = (['quizzes', 'documents'] as const).map((name) => ({
    href: waitingHref(name),
    label: t(name),
    current: name === list,
  }))
  return (
    <GridPage
      data={data}
      actions={
        <LinkButton variant="outline" href={narrowed ? listHref(list) : waitingHref(list)}>
          {t(narrowed ? 'viewAll' : 'awaiting')}
        </LinkButton>
      }
      above={<Tabs label={t('submissions')} tabs={tabs} />}
    />
  )
}
