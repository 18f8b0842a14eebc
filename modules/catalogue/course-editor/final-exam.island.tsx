import { callApi } from '#platform/ui/api.ts'
import { Button } from '#platform/ui/button.tsx'
import { ConfirmButton } from '#platform/ui/confirm.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { shared } from '#platform/ui/shared.tsx'
import { fetchCurrentVersion, toSaveResult } from './course-calls.ts'
import { courseEditorTexts } from './course-editor.texts.ts'
import { adoptList, type EditedList, renewList } from './edited-list.shared.ts'
import type { EditedQuestion } from './edited-question.shared.ts'
import type { Bank } from './question-pools.tsx'
import { QuizFields } from './quiz-fields.tsx'
import { SaveState } from './save-state.tsx'
import type { SaveResult } from './save-value.ts'
import type { Offered } from './setting-field.shared.ts'
import { useAutosave } from './use-autosave.ts'
import { useNextFocus } from './use-next-focus.ts'

type Data = Record<string, unknown>
type Exam = { name: string; data: Data } | null
type Props = {
  course_id: number
  organization_id: number
  revision: number
  exam: { name: string; data: Record<string, never> } | null
  banks: Bank[]
  lessons: Offered['lessons']
}

/** The final exam: its settings, with pools or its own questions. */
export default island('catalogue/final-exam', { when: 'load', shares: shared() }, FinalExam)

function FinalExam({ course_id, organization_id, revision, exam, banks, lessons }: Props) {
  const t = useTexts(courseEditorTexts)
  const saves = useAutosave<Exam>({
    name: `finalexam:${course_id}`,
    value: exam && { name: exam.name, data: editable(exam.data) },
    revision,
    save: (exam, basedOn) => saveExam(course_id, exam, basedOn),
    load: () => loadExam(course_id),
    renew: (exam) => (mine) =>
      mine && { ...mine, data: withList(mine.data, renewList(listOf(mine.data), questionsOf(exam?.data ?? {}))) },
  })
  const { value } = saves
  const focusOn = useNextFocus()
  return (
    <div id="final-exam" className="scripted grid max-w-4xl grid-cols-1 gap-4">
      {value ? (
        <>
          <TextField
            label={t('name')}
            maxLength={200}
            value={value.name}
            onChange={(event) => saves.change({ ...value, name: event.target.value })}
          />
          <QuizFields
            data={value.data}
            banks={banks}
            lessons={lessons}
            organization_id={organization_id}
            onChange={(changes) => saves.change({ ...value, data: { ...value.data, ...changes } })}
          />
          <div>
            <ConfirmButton
              label={t('removeExam')}
              onConfirm={() => {
                saves.change(null)
                focusOn('add-exam')
              }}
            >
              {t('removeExamAsk')}
            </ConfirmButton>
          </div>
        </>
      ) : (
        <Empty
          title={t('noExam')}
          action={
            <Button
              id="add-exam"
              onClick={() => {
                saves.change({ name: t('finalexam'), data: {} })
                focusOn('final-exam')
              }}
            >
              {t('addExam')}
            </Button>
          }
        >
          {t('noExamLead')}
        </Empty>
      )}
      <SaveState saves={saves} describe={linesOf} />
    </div>
  )
}

async function saveExam(course_id: number, exam: Exam, baseRevision: number | undefined): Promise<SaveResult<Exam>> {
  const component = exam && { name: exam.name, type: 'Quiz' as const, data: exam.data }
  const body = { course: { course_id }, component, ...(baseRevision === undefined ? {} : { revision: baseRevision }) }
  const response = await callApi((api) => api.POST('/course/updateFinalexam', { body }), { quiet: true })
  return toSaveResult(response, ({ revision, component: savedComponent }) => ({
    revision,
    adopt: (now: Exam) =>
      now && exam && savedComponent
        ? {
            ...now,
            data: withList(now.data, adoptList(listOf(now.data), listOf(exam.data), questionsOf(savedComponent.data))),
          }
        : now,
  }))
}

async function loadExam(course_id: number): Promise<{ value: Exam; revision: number } | null> {
  const course_version_id = await fetchCurrentVersion(course_id)
  if (course_version_id === null) return null
  const query = { course_version_id }
  const response = await callApi((api) => api.GET('/course/getFinalExam', { params: { query } }), { quiet: true })
  if (!response.ok) return null
  const { component, revision } = response.data
  return { value: component && { name: component.name, data: editable(component.data) }, revision }
}

/** An exam with all its lists, as after a save: a missing one would look like a change of the other author. */
const editable = ({ totalQuestions: _counted, ...data }: Data): Data => withList(data, listOf(data))

const questionsOf = (data: Data) => (data.questions ?? []) as EditedQuestion[]

/** The question list of an exam. */
const listOf = (data: Data): EditedList => ({
  questions: questionsOf(data),
  deleted: (data.modulesForDeletion ?? []) as number[],
})

const withList = (data: Data, { questions, deleted }: EditedList): Data => ({
  ...data,
  questions,
  modulesForDeletion: deleted,
})

const linesOf = (exam: Exam): string[] =>
  exam === null
    ? []
    : [
        exam.name,
        JSON.stringify(exam.data.configuration ?? {}),
        ...((exam.data.questionPools ?? []) as object[]).map((pool) => JSON.stringify(pool)),
        ...questionsOf(exam.data).map(({ configuration }) => configuration.title),
      ]
