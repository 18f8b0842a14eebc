import { type Attention, type CourseEnd, readCourseEnd, type SentBack } from '#modules/learning/entry.ts'
import { fixCourse } from '#modules/learning/status/fix-course.ts'
import { student } from '#platform/permissions.ts'
import { Alert, FormAlert } from '#platform/ui/alert.tsx'
import { LinkButton, SubmitButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { page, type ViewInput } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { endTexts } from './course-end.texts.ts'
import { EndPage, Paragraphs, SupportContacts } from './course-end.tsx'
import { idOf } from './course-place.ts'

/** A course awaiting staff, or items that staff sent back, whether or not the course waits for them. */
export default page({
  address: '/course/:studentCourseId{[0-9]+}/review',
  title: endTexts.review,
  may: student,
  async load({ ctx, params }) {
    const end = await readCourseEnd(ctx, idOf(params.studentCourseId))
    return end.place === 'review' || end.attention ? end : redirect(end.path, { status: 302 })
  },
  async submit({ ctx, params, url }) {
    await fixCourse.run(ctx, { student_course_id: idOf(params.studentCourseId) })
    return redirect(url.pathname)
  },
  view: (end, input) =>
    end.attention ? <NeedsAttention end={end} attention={end.attention} {...input} /> : <Review end={end} {...input} />,
})

type Props = ViewInput & { end: CourseEnd }

function Review({ end, frame }: Props) {
  const t = useTexts(endTexts)
  return (
    <EndPage end={end} frame={frame} title={t('review')}>
      {!end.description && <p>{t('reviewText')}</p>}
    </EndPage>
  )
}

function NeedsAttention({ end, attention, frame, form }: Props & { attention: Attention }) {
  const t = useTexts(endTexts)
  const { reason, documents, answers, quizzes } = attention
  const openCount = documents.length + answers.length + quizzes.length
  const action = end.place === 'review' ? undefined : <LinkButton href={end.path}>{t('goOn')}</LinkButton>
  return (
    <EndPage end={end} frame={frame} title={t('attentionTitle')} action={action}>
      <FormAlert message={form.message} />
      <Alert variant="attention" title={openCount > 0 ? t('attentionList') : t('attention')}>
        {reason && <Paragraphs text={reason} />}
      </Alert>
      <SentBackList title={t('documentsRefused')} items={documents} action={t('uploadAgain')} />
      <SentBackList title={t('answersRefused')} items={answers} action={t('correctIt')} />
      <SentBackList title={t('quizzesReturned')} items={quizzes} action={t('openQuiz')} />
      {openCount === 0 && (
        <form method="post" className="grid justify-items-start gap-2">
          <p>{t('fixedHint')}</p>
          <SubmitButton>{t('saidFixed')}</SubmitButton>
        </form>
      )}
      <SupportContacts frame={frame} about={{ ...end, category_id: 8, what: reason ?? t('attentionTitle') }} />
    </EndPage>
  )
}

function SentBackList({ title, items, action }: { title: string; items: readonly SentBack[]; action: string }) {
  if (items.length === 0) return null
  return (
    <Panel title={title}>
      <ul className="grid gap-3">
        {items.map(({ title: name, comment, path }) => (
          <li key={path} className="grid gap-1">
            <span className="font-semibold">{name}</span>
            {comment && <span className="max-w-reading">{comment}</span>}
            <TextLink href={path} alone>
              {action}
            </TextLink>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
