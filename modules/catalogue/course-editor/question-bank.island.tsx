import { useAtomValue } from 'jotai'
import { callApi } from '#platform/ui/api.ts'
import { TextField } from '#platform/ui/field.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { shared } from '#platform/ui/shared.tsx'
import { autosave } from './autosave.shared.ts'
import { toListInput, toSaveResult } from './course-calls.ts'
import { courseEditorTexts } from './course-editor.texts.ts'
import { adoptList, type EditedList, renewList } from './edited-list.shared.ts'
import { type EditedQuestion, toEditedQuestions } from './edited-question.shared.ts'
import { ImportQuestions } from './import-questions.tsx'
import { QuestionList } from './question-editor.tsx'
import { SaveState } from './save-state.tsx'
import type { Offered } from './setting-field.shared.ts'
import { useAutosave } from './use-autosave.ts'
import { useEditedPart } from './use-edited-part.ts'

type Props = {
  course_id: number
  organization_id: number
  course_question_bank_id: number
  revision: number
  name: string
  questions: EditedQuestion[]
  lessons: Offered['lessons']
}
type Bank = { name: string; list: EditedList }

/** One question bank: its name and its questions. */
export default island('catalogue/question-bank', { when: 'load', shares: shared() }, QuestionBank)

function QuestionBank(props: Props) {
  const { course_id, organization_id, course_question_bank_id, revision, name, questions, lessons } = props
  const t = useTexts(courseEditorTexts)
  const saves = useAutosave<Bank>({
    name: `bank:${course_question_bank_id}`,
    value: { name, list: { questions, deleted: [] } },
    revision,
    save: async (bank, basedOn) => {
      const newName = bank.name.trim() ? { name: bank.name } : {}
      const body = {
        course_id,
        course_question_bank_id,
        ...newName,
        ...toListInput(bank.list),
        ...(basedOn === undefined ? {} : { revision: basedOn }),
      }
      const response = await callApi((api) => api.POST('/course/saveCourseQuestionBank', { body }), {
        quiet: true,
      })
      return toSaveResult(response, ({ revision, questions }) => ({
        revision,
        adopt: (now: Bank) => ({
          ...now,
          list: adoptList(now.list, bank.list, toEditedQuestions(questions)),
        }),
      }))
    },
    load: async () => {
      const body = { course_question_bank_id, limit: 500 }
      const response = await callApi((api) => api.POST('/course/loadCourseQuestionBank', { body }), { quiet: true })
      if (!response.ok) return null
      const { name, questions, revision } = response.data
      return { value: { name, list: { questions: toEditedQuestions(questions), deleted: [] } }, revision }
    },
    renew: (bank) => (mine) => ({ ...mine, list: renewList(mine.list, bank.list.questions) }),
  })
  const { value } = saves
  useEditedPart(value.name)
  const { state } = useAtomValue(autosave)
  return (
    <div className="scripted grid grid-cols-1 gap-4">
      <TextField
        label={t('bankName')}
        maxLength={200}
        value={value.name}
        onChange={(event) => saves.change({ ...value, name: event.target.value })}
      />
      <QuestionList
        use="bank"
        questions={value.list.questions}
        lessons={lessons}
        organization_id={organization_id}
        onChange={(changedQuestions, removedId) =>
          saves.change({
            ...value,
            list: {
              questions: changedQuestions,
              deleted: removedId && removedId > 0 ? [...value.list.deleted, removedId] : value.list.deleted,
            },
          })
        }
      />
      {state === 'saved' && (
        <ImportQuestions
          course_id={course_id}
          course_question_bank_id={course_question_bank_id}
          onAdded={() => location.reload()}
        />
      )}
      <SaveState
        saves={saves}
        describe={({ name, list }) => [name, ...list.questions.map(({ configuration }) => configuration.title)]}
      />
    </div>
  )
}
