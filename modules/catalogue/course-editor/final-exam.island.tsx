import { callApi } from '../../../platform/ui/api.ts'
import { Button } from '../../../platform/ui/button.tsx'
import { Empty } from '../../../platform/ui/empty.tsx'
import { TextField } from '../../../platform/ui/field.tsx'
import { island } from '../../../platform/ui/island.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { savedOf } from './course-calls.ts'
import { courseEditorTexts } from './course-editor.texts.ts'
import { adoptQuestions } from './edited-outline.shared.ts'
import type { EditedQuestion } from './edited-question.shared.ts'
import { type Bank, QuizFields } from './quiz-fields.tsx'
import { SaveState } from './save-state.tsx'
import { useAutosave } from './use-autosave.ts'
import { useNextFocus } from './use-next-focus.ts'

type Data = Record<string, unknown>
type Exam = { name: string; data: Data } | null
type Props = {
  course_id: number
  course_version_id: number
  revision: number
  exam: { name: string; data: Record<string, never> } | null
  banks: Bank[]
}

/** The final exam: its settings with pools or questions of its own. */
export default island('catalogue/final-exam', { when: 'load' }, FinalExam)

function FinalExam({ course_id, course_version_id, revision, exam, banks }: Props) {
  const t = useTexts(courseEditorTexts)
  const saves = useAutosave<Exam>({
    name: `finalexam:${course_id}`,
    value: exam && { name: exam.name, data: editable(exam.data) },
    revision,
    save: async (sent, seen) => {
      const component = sent && { name: sent.name, type: 'Quiz' as const, data: sent.data }
      const body = { course: { course_id }, component, ...(seen === undefined ? {} : { revision: seen }) }
      const answer = await callApi((api) => api.POST('/course/updateFinalexam', { body: body as never }), {
        quiet: true,
      })
      return savedOf(answer, ({ revision, component: saved }) => ({
        revision,
        adopt: (now: Exam) => (now && sent && saved ? adoptExam(now, sent.data, saved.data.questions) : now),
      }))
    },
    load: async () => {
      const query = { course_version_id }
      const answer = await callApi((api) => api.GET('/course/getFinalExam', { params: { query } }), { quiet: true })
      if (!answer.ok) return null
      const { component, revision } = answer.data
      return { value: component && { name: component.name, data: editable(component.data) }, revision }
    },
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
            onChange={(changes) => saves.change({ ...value, data: { ...value.data, ...changes } })}
          />
          <div>
            <Button
              variant="destructive-outline"
              onClick={() => {
                saves.change(null)
                focusOn('add-exam')
              }}
            >
              {t('removeExam')}
            </Button>
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

const editable = ({ totalQuestions: _counted, ...data }: Data): Data => data

const questionsOf = (data: Data) => (data.questions ?? []) as EditedQuestion[]

function adoptExam(now: NonNullable<Exam>, sent: Data, saved: readonly { question_id: number }[]): Exam {
  const ids = new Map(
    questionsOf(sent).flatMap(({ question_id }, index) => {
      const given = saved[index]?.question_id
      return question_id < 1 && given ? [[question_id, given] as const] : []
    }),
  )
  const gone = (sent.modulesForDeletion ?? []) as number[]
  const deleted = ((now.data.modulesForDeletion ?? []) as number[]).filter((id) => !gone.includes(id))
  return { ...now, data: { ...adoptQuestions(now.data, ids), modulesForDeletion: deleted } }
}

const linesOf = (exam: Exam): string[] =>
  exam === null
    ? []
    : [
        exam.name,
        JSON.stringify(exam.data.configuration ?? {}),
        ...((exam.data.questionPools ?? []) as object[]).map((pool) => JSON.stringify(pool)),
        ...questionsOf(exam.data).map(({ configuration }) => configuration.title),
      ]
