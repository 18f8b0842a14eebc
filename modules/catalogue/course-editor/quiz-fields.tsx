import { Checkbox } from '#platform/ui/checkbox.tsx'
import { TextareaField, TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { clamp } from './clamp.shared.ts'
import { courseEditorTexts } from './course-editor.texts.ts'
import type { EditedQuestion } from './edited-question.shared.ts'
import { ExportAnswers } from './export-answers.tsx'
import { QuestionList } from './question-editor.tsx'
import { type Bank, type Pool, Pools } from './question-pools.tsx'
import type { Offered } from './setting-field.shared.ts'

type Data = Record<string, unknown>
type Configuration = {
  navigation: { show: boolean }
  timer: { active: boolean; seconds: number }
  retake: { fee: number; attempts: number | null }
  grading: { threshold: number }
  review: { student: boolean }
}

const defaults: Configuration = {
  navigation: { show: true },
  timer: { active: false, seconds: 0 },
  retake: { fee: 0, attempts: null },
  grading: { threshold: 70 },
  review: { student: false },
}

type Props = {
  data: Data
  banks: readonly Bank[]
  organization_id: number
  /** The lessons that a question can be about. */
  lessons: Offered['lessons']
  onChange: (changes: Data) => void
}

/** The settings, pools and questions of a quiz or of the final exam. */
export function QuizFields({ data, banks, organization_id, lessons, onChange }: Props) {
  const t = useTexts(courseEditorTexts)
  const configuration = { ...defaults, ...(data.configuration as Partial<Configuration> | undefined) }
  const update = (changes: Partial<Configuration>) => onChange({ configuration: { ...configuration, ...changes } })
  const questions = (data.questions as EditedQuestion[] | undefined) ?? []
  const deletedIds = (data.modulesForDeletion as number[] | undefined) ?? []
  const pools = (data.questionPools as Pool[] | undefined) ?? []
  return (
    <div className="grid grid-cols-1 gap-4">
      <TextareaField
        label={t('description')}
        rows={2}
        maxLength={4_000}
        value={String(data.description ?? '')}
        onChange={(event) => onChange({ description: event.target.value })}
      />
      <Grading configuration={configuration} set={update} />
      <Switches configuration={configuration} set={update} />
      {typeof data.quiz_id === 'number' && data.quiz_id > 0 && <ExportAnswers quiz_id={data.quiz_id} />}
      <Pools pools={pools} banks={banks} onChange={(questionPools) => onChange({ questionPools })} />
      {pools.length === 0 && (
        <section className="grid grid-cols-1 gap-3">
          <h3 className="font-semibold">{t('questions')}</h3>
          <QuestionList
            use="quiz"
            questions={questions}
            lessons={lessons}
            organization_id={organization_id}
            onChange={(changedQuestions, removedId) =>
              onChange({
                questions: changedQuestions,
                modulesForDeletion: removedId && removedId > 0 ? [...deletedIds, removedId] : deletedIds,
              })
            }
          />
        </section>
      )}
    </div>
  )
}

type SettingsProps = { configuration: Configuration; set: (changes: Partial<Configuration>) => void }

function Grading({ configuration: { grading, retake }, set }: SettingsProps) {
  const t = useTexts(courseEditorTexts)
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
      <TextField
        label={t('threshold')}
        type="number"
        min={0}
        max={100}
        value={grading.threshold}
        onChange={(event) => set({ grading: { threshold: clamp(event.target.value, 100) } })}
      />
      <TextField
        label={t('retakes')}
        type="number"
        min={0}
        max={1_000}
        value={retake.attempts ?? ''}
        onChange={(event) => {
          const attempts = event.target.value === '' ? null : clamp(event.target.value, 1_000)
          set({ retake: { ...retake, attempts } })
        }}
      />
      <TextField
        label={t('retakeFee')}
        type="number"
        min={0}
        max={10_000}
        step="0.01"
        value={retake.fee}
        onChange={(event) => set({ retake: { ...retake, fee: Math.max(0, Number(event.target.value)) } })}
      />
    </div>
  )
}

function Switches({ configuration: { navigation, review, timer }, set }: SettingsProps) {
  const t = useTexts(courseEditorTexts)
  return (
    <>
      <div className="flex flex-wrap gap-x-6">
        <Checkbox
          label={t('showNavigation')}
          checked={navigation.show}
          onChange={(event) => set({ navigation: { show: event.target.checked } })}
        />
        <Checkbox
          label={t('review')}
          checked={review.student}
          onChange={(event) => set({ review: { student: event.target.checked } })}
        />
        <Checkbox
          label={t('quizTimer')}
          checked={timer.active}
          onChange={(event) => set({ timer: { ...timer, active: event.target.checked } })}
        />
      </div>
      {timer.active && (
        <TextField
          label={t('seconds')}
          type="number"
          min={0}
          max={86_400}
          className="max-w-60"
          value={timer.seconds}
          onChange={(event) => set({ timer: { active: true, seconds: clamp(event.target.value, 86_400) } })}
        />
      )}
    </>
  )
}
