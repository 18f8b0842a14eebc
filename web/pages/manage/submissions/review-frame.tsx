import type { ReactNode } from 'react'
import { lk_student_course_status } from '#modules/learning/lookups.shared.ts'
import { submissionTexts } from '#modules/learning/submissions/submissions.texts.ts'
import { pathTo } from '#platform/path-to.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { LinkButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { LookupBadge } from '#platform/ui/lookup-badge.tsx'
import { Facts, PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { type Frame, withCarriedParams } from '#platform/web/frame.ts'
import type { ViewInput } from '#platform/web/page.ts'
import { listHref } from './submission-lists.tsx'

type ReviewedSubmission = {
  student_course_id: number
  user_id: number
  first_name: string
  last_name: string
  email: string
  organization_name: string
  course_name: string
  lk_student_course_status_id: number
}

type Props = {
  work: ReviewedSubmission
  list: 'quizzes' | 'documents'
  title: string
  input: ViewInput
  /** Whether the reader may ask the student for something. */
  grades: boolean
  facts?: readonly (readonly [string, ReactNode])[]
  children: ReactNode
}

/** The frame of a page on which staff read a submission: the student, the course's status and a link back. */
export function ReviewFrame({ work, list, title, input, grades, facts = [], children }: Props) {
  const t = useTexts(submissionTexts)
  const { frame, form } = input
  const student = pathTo('/manage/student/:id/account', { id: work.user_id }, { query: { tab: 'courses' } })
  return (
    <>
      <p className="mb-1 text-sm">
        <TextLink href={withCarriedParams(frame, listHref(list))} alone>
          ‹ {t(list)}
        </TextLink>
      </p>
      <PageTitle
        lead={work.course_name}
        actions={grades && <Attention frame={frame} student_course_id={work.student_course_id} />}
      >
        {title}
      </PageTitle>
      <FormAlert message={form.message} />
      <Facts
        className="mb-6"
        facts={[
          [
            t('student'),
            <TextLink key="student" href={withCarriedParams(frame, student)}>
              {`${work.first_name} ${work.last_name}`}
            </TextLink>,
          ],
          [t('email'), work.email],
          [t('organization'), work.organization_name],
          [
            t('course_status'),
            <LookupBadge key="status" lookup={lk_student_course_status} id={work.lk_student_course_status_id} />,
          ],
          ...facts,
        ]}
      />
      {children}
    </>
  )
}

function Attention({ frame, student_course_id }: { frame: Frame; student_course_id: number }) {
  const t = useTexts(submissionTexts)
  return (
    <LinkButton
      variant="outline"
      href={withCarriedParams(
        frame,
        pathTo('/manage/submission/:student_course_id/needs-attention', { student_course_id }),
      )}
    >
      {t('needsAttention')}
    </LinkButton>
  )
}
