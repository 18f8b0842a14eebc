import { useId } from 'react'
import { questionTypeLookup, typesFor } from '#modules/catalogue/questions/question-types.shared.ts'
import { label } from '#platform/lookups.ts'
import { Button } from '#platform/ui/button.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { SelectField, TextareaField, TextField } from '#platform/ui/field.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { courseEditorTexts } from './course-editor.texts.ts'
import type { EditedQuestion } from './edited-question.shared.ts'
import { ExportAnswers } from './export-answers.tsx'
import { QuestionList } from './question-editor.tsx'
import { useNextFocus } from './use-next-focus.ts'

export type Bank = { course_question_bank_id: number; name: string; counts: Record<string, number> }
type Data = Record<string, unknown>
type Pool = { course_question_bank_id: number; lk_question_type_id: number | 'all'; count: number; max: number }
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
  onChange: (changes: Data) => void
}

/** The settings, pools and questions of a quiz or of the final exam. */
export function QuizFields({ data, banks, organization_id, onChange }: Props) {
  const t = useTexts(courseEditorTexts)
  const configuration = { ...defaults, ...(data.configuration as Partial<Configuration> | undefined) }
  const set = (changes: Partial<Configuration>) => onChange({ configuration: { ...configuration, ...changes } })
  const questions = (data.questions as EditedQuestion[] | undefined) ?? []
  const deleted = (data.modulesForDeletion as number[] | undefined) ?? []
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
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
        <TextField
          label={t('threshold')}
          type="number"
          min={0}
          max={100}
          value={configuration.grading.threshold}
          onChange={(event) => set({ grading: { threshold: within(event.target.value, 100) } })}
        />
        <TextField
          label={t('retakes')}
          type="number"
          min={0}
          max={1_000}
          value={configuration.retake.attempts ?? ''}
          onChange={(event) => {
            const attempts = event.target.value === '' ? null : within(event.target.value, 1_000)
            set({ retake: { ...configuration.retake, attempts } })
          }}
        />
        <TextField
          label={t('retakeFee')}
          type="number"
          min={0}
          max={10_000}
          step="0.01"
          value={configuration.retake.fee}
          onChange={(event) =>
            set({ retake: { ...configuration.retake, fee: Math.max(0, Number(event.target.value)) } })
          }
        />
      </div>
      <div className="flex flex-wrap gap-x-6">
        <Checkbox
          label={t('showNavigation')}
          checked={configuration.navigation.show}
          onChange={(event) => set({ navigation: { show: event.target.checked } })}
        />
        <Checkbox
          label={t('review')}
          checked={configuration.review.student}
          onChange={(event) => set({ review: { student: event.target.checked } })}
        />
        <Checkbox
          label={t('quizTimer')}
          checked={configuration.timer.active}
          onChange={(event) => set({ timer: { ...configuration.timer, active: event.target.checked } })}
        />
      </div>
      {configuration.timer.active && (
        <TextField
          label={t('seconds')}
          type="number"
          min={0}
          max={86_400}
          className="max-w-60"
          value={configuration.timer.seconds}
          onChange={(event) => set({ timer: { active: true, seconds: within(event.target.value, 86_400) } })}
        />
      )}
      {typeof data.quiz_id === 'number' && data.quiz_id > 0 && <ExportAnswers quiz_id={data.quiz_id} />}
      <Pools pools={pools} banks={banks} onChange={(questionPools) => onChange({ questionPools })} />
      {pools.length === 0 && (
        <section className="grid grid-cols-1 gap-3">
          <h3 className="font-semibold">{t('questions')}</h3>
          <QuestionList
            use="quiz"
            questions={questions}
            organization_id={organization_id}
            onChange={(changed, gone) =>
              onChange({
                questions: changed,
                modulesForDeletion: gone && gone > 0 ? [...deleted, gone] : deleted,
              })
            }
          />
        </section>
      )}
    </div>
  )
}

const within = (value: string, max: number) => Math.min(max, Math.max(0, Math.round(Number(value)) || 0))

type PoolsProps = { pools: readonly Pool[]; banks: readonly Bank[]; onChange: (pools: Pool[]) => void }

function Pools({ pools, banks, onChange }: PoolsProps) {
  const t = useTexts(courseEditorTexts)
  const locale = useLocale()
  const add = useId()
  const focusOn = useNextFocus()
  const [bank] = banks
  if (!bank && pools.length === 0) return null
  const set = (index: number, changes: Partial<Pool>) =>
    onChange(pools.map((pool, at) => (at === index ? { ...pool, ...changes } : pool)))
  const types = (counts: Record<string, number>) => [
    { value: 'all', label: t('allTypes') },
    ...typesFor('bank').map((type) => ({
      value: type,
      label: `${label(questionTypeLookup, type, locale)} (${counts[type] ?? 0})`,
    })),
  ]
  return (
    <fieldset className="grid grid-cols-1 gap-3">
      <legend className="font-semibold">{t('pools')}</legend>
      <p className="text-sm text-muted-foreground">{t('poolsLead')}</p>
      {pools.map((pool, index) => {
        const counts = banks.find((one) => one.course_question_bank_id === pool.course_question_bank_id)?.counts ?? {}
        return (
          // Pools have no id, so the key is the place.
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the key of a pool
          <div key={index} className="flex flex-wrap items-end gap-2">
            <SelectField
              label={t('bank')}
              options={banks.map(({ course_question_bank_id, name }) => ({
                value: course_question_bank_id,
                label: name,
              }))}
              value={pool.course_question_bank_id}
              onChange={(event) => set(index, { course_question_bank_id: Number(event.target.value) })}
            />
            <SelectField
              label={t('questionType')}
              options={types(counts)}
              value={pool.lk_question_type_id}
              onChange={(event) => {
                const { value } = event.target
                set(index, { lk_question_type_id: value === 'all' ? 'all' : Number(value) })
              }}
            />
            <TextField
              label={t('count')}
              type="number"
              min={0}
              max={pool.max}
              className="w-36"
              value={pool.count}
              onChange={(event) => set(index, { count: within(event.target.value, pool.max) })}
            />
            <Button
              variant="ghost"
              size="sm"
              aria-label={t('removePool', { n: index + 1 })}
              onClick={() => {
                onChange(pools.filter((_, at) => at !== index))
                focusOn(add)
              }}
            >
              ✕
            </Button>
          </div>
        )
      })}
      {bank && (
        <div>
          <Button
            id={add}
            variant="outline"
            size="sm"
            onClick={() =>
              onChange([
                ...pools,
                {
                  course_question_bank_id: bank.course_question_bank_id,
                  lk_question_type_id: 'all',
                  count: 1,
                  max: 10,
                },
              ])
            }
          >
            {t('addPool')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
