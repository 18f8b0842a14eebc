import { courseOne } from '#modules/catalogue/authoring/course-one.ts'
import { coursePath } from '#modules/catalogue/authoring/tabs.shared.ts'
import { courseEditorTexts } from '#modules/catalogue/course-editor/course-editor.texts.ts'
import { type EditedQuestion, toEditedQuestions } from '#modules/catalogue/course-editor/edited-question.shared.ts'
import QuestionBank from '#modules/catalogue/course-editor/question-bank.island.tsx'
import {
  createQuestionBank,
  fetchQuestionBanks,
  loadQuestionBank,
  removeQuestionBank,
} from '#modules/catalogue/questions/question-banks.ts'
import { holds } from '#platform/permissions.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { ConfirmSubmit } from '#platform/ui/confirm.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { type FormState, field } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { listLessons } from './course-lessons.ts'
import { type CourseHead, CourseShell, EditorTab, headOf } from './course-shell.tsx'
import { NeedsScripts } from './needs-scripts.tsx'

type OpenBank = {
  course_question_bank_id: number
  name: string
  used_in: string[]
  questions: EditedQuestion[]
  revision: number
  lessons: { value: number; label: string }[]
}
type PageData = {
  course: CourseHead
  banks: { course_question_bank_id: number; name: string; count: number }[]
  open: OpenBank | null
  canWrite: boolean
}

/** The question banks of a course, one of them open. */
export default page({
  address: '/manage/courses/:course_id{[0-9]{1,9}}/questionBanks',
  title: courseEditorTexts.questionBanks,
  may: courseOne.may,
  layout: BackOfficeLayout,
  async load({ ctx, params, query }): Promise<PageData> {
    const { course } = await courseOne.run(ctx, { course_id: Number(params.course_id) })
    const { banks, revision } = await fetchQuestionBanks.run(ctx, { course_version_id: course.course_version_id })
    const bankId = Number(query.bank ?? 0)
    const bank = banks.find(({ course_question_bank_id }) => course_question_bank_id === bankId)
    const all = bank && (await loadQuestionBank.run(ctx, { course_question_bank_id: bankId, limit: 500 }))
    return {
      course: headOf(course),
      banks: banks.map(({ course_question_bank_id, name, count }) => ({ course_question_bank_id, name, count })),
      open: all
        ? {
            course_question_bank_id: bankId,
            name: all.name,
            used_in: all.used_in,
            questions: toEditedQuestions(all.questions),
            revision,
            lessons: listLessons(course.chapters),
          }
        : null,
      canWrite: holds(ctx.actor, 'MANAGE_COURSES:UPDATE'),
    }
  },
  async submit({ ctx, params, form: { values } }) {
    const course_id = Number(params.course_id)
    const bankPath = (bank?: number) => coursePath(course_id, 'questionBanks', { query: { bank } })
    if (values.action === 'remove') {
      const course_question_bank_id = Number(values.bank)
      await removeQuestionBank.run(ctx, { course_id, course_question_bank_id })
      return redirect(bankPath())
    }
    const newBank = await createQuestionBank.run(ctx, { course_id, name: values.name ?? '' })
    return redirect(bankPath(newBank.course_question_bank_id))
  },
  view: (data, { form }) => <Banks loaded={data} form={form} />,
})

function Banks({ loaded: { course, banks, open, canWrite }, form }: { loaded: PageData; form: FormState }) {
  const t = useTexts(courseEditorTexts)
  const { course_id } = course
  return (
    <CourseShell course={course} tab="questionBanks" canWrite={canWrite}>
      <FormAlert message={form.message} />
      {banks.length === 0 && <Empty title={t('questionBanks')}>{t('noBanks')}</Empty>}
      <ul className="grid gap-1">
        {banks.map(({ course_question_bank_id, name, count }) => (
          <li key={course_question_bank_id} className="flex flex-wrap gap-x-3">
            <TextLink href={coursePath(course_id, 'questionBanks', { query: { bank: course_question_bank_id } })}>
              {name}
            </TextLink>
            <span className="text-muted-foreground">{t('banksLead', { count })}</span>
          </li>
        ))}
      </ul>
      {canWrite && (
        <form method="post" className="flex max-w-xl flex-wrap items-end gap-3">
          <TextField {...field(form, 'name')} label={t('bankName')} maxLength={200} required className="flex-1" />
          <BusySubmit label={t('addBank')} busyLabel={t('saving')} variant="outline" />
        </form>
      )}
      {open && (
        <Panel title={open.name} className="max-w-4xl">
          <p className="mb-4">
            {open.used_in.length > 0 ? t('bankUsedIn', { names: open.used_in.join(', ') }) : t('bankUnused')}
          </p>
          <NeedsScripts />
          <EditorTab canWrite={canWrite}>
            <QuestionBank course_id={course_id} organization_id={course.organization_id} {...editable(open)} />
          </EditorTab>
          {canWrite && (
            <form method="post" className="mt-6">
              <input type="hidden" name="action" value="remove" />
              <input type="hidden" name="bank" value={open.course_question_bank_id} />
              <ConfirmSubmit label={t('removeBank')}>
                {open.used_in.length > 0
                  ? t('removeUsedBankAsk', { name: open.name, names: open.used_in.join(', ') })
                  : t('removeBankAsk', { name: open.name, count: open.questions.length })}
              </ConfirmSubmit>
            </form>
          )}
        </Panel>
      )}
    </CourseShell>
  )
}

/** The bank in the shape of its editor's props. */
const editable = ({ used_in: _used, ...bank }: OpenBank) => bank
