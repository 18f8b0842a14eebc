import { type ExamShown, type ExternalPage, readExternal } from '#modules/learning/entry.ts'
import { externalTexts } from '#modules/learning/external/external.texts.ts'
import {
  interactiveTestResults,
  startInteractiveTest,
  stopInteractiveTest,
} from '#modules/learning/external/interactive-test.ts'
import { authorizeTest, testResults } from '#modules/learning/external/proctored-exam.ts'
import type { Ctx } from '#platform/ctx.ts'
import { student } from '#platform/permissions.ts'
import { Alert, FormAlert } from '#platform/ui/alert.tsx'
import { Badge } from '#platform/ui/badge.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { LinkButton, SubmitButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { toneOf } from '#platform/ui/status-tones.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { CourseLayout } from '#web/layouts/course.tsx'
import { SupportContacts } from './course-end.tsx'
import { idOf } from './course-place.ts'

/** The end of a course at an external provider: a proctored exam, or the provider's own test. */
export default page({
  address: '/course/:studentCourseId{[0-9]+}/external',
  may: student,
  header: false,
  title: externalTexts.title,
  async load({ ctx, params }) {
    const result = await readExternal(ctx, idOf(params.studentCourseId))
    return 'redirect' in result ? redirect(result.redirect, { status: 302 }) : result
  },
  layout: ({ frame, data, children }) => (
    <CourseLayout frame={frame} course={data.course_name}>
      {children}
    </CourseLayout>
  ),
  async submit({ ctx, params, form, url }) {
    const { message } = await act(ctx, idOf(params.studentCourseId), form.values)
    return redirect(url.pathname, message ? { flash: { kind: 'success', text: message } } : {})
  },
  view: (data, input) => <External {...data} input={input} />,
})

function act(ctx: Ctx, studentCourseId: number, { go, kind }: Readonly<Record<string, string>>) {
  const student_course_id = studentCourseId
  if (go === 'stop') return stopInteractiveTest.run(ctx, { studentCourseId })
  const isInteractive = kind === 'interactive'
  if (go === 'open')
    return isInteractive
      ? startInteractiveTest.run(ctx, { studentCourseId })
      : authorizeTest.run(ctx, { student_course_id })
  return isInteractive
    ? interactiveTestResults.run(ctx, { studentCourseId })
    : testResults.run(ctx, { student_course_id })
}

function External({ exams, input: { form, frame } }: ExternalPage & { input: ViewInput }) {
  const t = useTexts(externalTexts)
  const isStuck = exams.some(({ attempts_left }) => attempts_left === 0)
  return (
    <>
      <h1 className="title-page mb-4">{t('title')}</h1>
      <div className="grid gap-6">
        <p className="max-w-reading">{t('lead')}</p>
        <FormAlert message={form.message} />
        {exams.map((exam) => (
          <Exam key={exam.kind} exam={exam} />
        ))}
        {isStuck && <SupportContacts frame={frame} />}
      </div>
    </>
  )
}

function Exam({ exam }: { exam: ExamShown }) {
  const t = useTexts(externalTexts)
  const { kind, state, launch_url } = exam
  const isRunning = state === 'authorized' || state === 'started' || state === 'finished'
  return (
    <Panel title={t(`kind.${kind}`)}>
      <div className="grid gap-4">
        <p>
          <Badge tone={toneOf(state ?? '', 'exam')}>{t(`state.${state ?? 'none'}`)}</Badge>
        </p>
        <Outcome exam={exam} />
        {state !== 'passed' && state !== 'finished' && <p className="max-w-reading">{t(`about.${kind}`)}</p>}
        {launch_url && (
          <div className="grid justify-items-start gap-2">
            <p>{t('ready')}</p>
            <LinkButton href={launch_url}>{t('launch')}</LinkButton>
          </div>
        )}
        {state !== 'passed' && !isRunning && exam.attempts_left > 0 && (
          <form method="post">
            <input type="hidden" name="kind" value={kind} />
            <input type="hidden" name="go" value="open" />
            <BusySubmit label={t(state ? 'authorizeAgain' : 'authorize')} busyLabel={t('authorize')} />
          </form>
        )}
        {isRunning && <Running exam={exam} />}
        {state !== 'passed' && (
          <p className="text-muted-foreground">{t('attemptsLeft', { left: exam.attempts_left })}</p>
        )}
      </div>
    </Panel>
  )
}

function Running({ exam: { kind, state } }: { exam: ExamShown }) {
  const t = useTexts(externalTexts)
  const canStop = kind === 'interactive' && state !== 'finished'
  return (
    <form method="post" className="grid gap-3">
      <input type="hidden" name="kind" value={kind} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton name="go" value="results" variant="outline">
          {t('results')}
        </SubmitButton>
        {canStop && (
          <SubmitButton name="go" value="stop" variant="outline">
            {t('stop')}
          </SubmitButton>
        )}
      </div>
      {canStop && <p className="text-muted-foreground">{t('stopHint')}</p>}
    </form>
  )
}

function Outcome({ exam: { state, score, review_note } }: { exam: ExamShown }) {
  const t = useTexts(externalTexts)
  if (review_note) return <Alert variant="attention">{t('refused', { note: review_note })}</Alert>
  const percent = score === null ? '' : ` ${t('score', { score: Math.round(score) })}`
  if (state === 'failed') return <Alert variant="attention">{t('failed') + percent}</Alert>
  if (state === 'passed') return <p>{t('passed') + percent}</p>
  if (state === 'cancelled') return <p>{t('cancelled')}</p>
  return state === 'finished' ? <p className="max-w-reading">{t('waiting')}</p> : null
}
