import { useId } from 'react'
import { questionTypeLookup, typesFor } from '#modules/catalogue/questions/question-types.shared.ts'
import { label } from '#platform/lookups.ts'
import { Button } from '#platform/ui/button.tsx'
import { SelectField, TextField } from '#platform/ui/field.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { clamp } from './clamp.shared.ts'
import { courseEditorTexts } from './course-editor.texts.ts'
import { useNextFocus } from './use-next-focus.ts'

export type Bank = { course_question_bank_id: number; name: string; counts: Record<string, number> }
/** Questions that are drawn from a bank, of one type or of all. */
export type Pool = { course_question_bank_id: number; lk_question_type_id: number | 'all'; count: number; max: number }
type Props = { pools: readonly Pool[]; banks: readonly Bank[]; onChange: (pools: Pool[]) => void }

/** The pools of a quiz: how many questions are drawn from which bank. */
export function Pools({ pools, banks, onChange }: Props) {
  const t = useTexts(courseEditorTexts)
  const add = useId()
  const focusOn = useNextFocus()
  const [bank] = banks
  if (!bank && pools.length === 0) return null
  return (
    <fieldset className="grid grid-cols-1 gap-3">
      <legend className="font-semibold">{t('pools')}</legend>
      <p className="text-sm text-muted-foreground">{t('poolsLead')}</p>
      {pools.map((pool, index) => (
        <PoolFields
          // biome-ignore lint/suspicious/noArrayIndexKey: pools have no id, so the key is the position
          key={index}
          pool={pool}
          banks={banks}
          n={index + 1}
          onChange={(changes) =>
            onChange(pools.map((other, position) => (position === index ? { ...other, ...changes } : other)))
          }
          onRemove={() => {
            onChange(pools.toSpliced(index, 1))
            focusOn(add)
          }}
        />
      ))}
      {bank && (
        <div>
          <Button
            id={add}
            variant="outline"
            size="sm"
            onClick={() => onChange([...pools, newPool(bank.course_question_bank_id)])}
          >
            {t('addPool')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

const newPool = (course_question_bank_id: number): Pool => ({
  course_question_bank_id,
  lk_question_type_id: 'all',
  count: 1,
  max: 10,
})

type FieldsProps = {
  pool: Pool
  banks: readonly Bank[]
  n: number
  onChange: (changes: Partial<Pool>) => void
  onRemove: () => void
}

function PoolFields({ pool, banks, n, onChange, onRemove }: FieldsProps) {
  const t = useTexts(courseEditorTexts)
  const locale = useLocale()
  const counts = banks.find((bank) => bank.course_question_bank_id === pool.course_question_bank_id)?.counts ?? {}
  const types = typesFor('bank').map((type) => ({
    value: type,
    label: `${label(questionTypeLookup, type, locale)} (${counts[type] ?? 0})`,
  }))
  const { lk_question_type_id: type } = pool
  const available = type === 'all' ? Object.values(counts).reduce((sum, n) => sum + n, 0) : (counts[type] ?? 0)
  // A pool of ten is the usual limit; an exam may draw as many as its bank has.
  const limit = Math.max(pool.max, available)
  return (
    <div className="flex flex-wrap items-end gap-2">
      <SelectField
        label={t('bank')}
        options={banks.map(({ course_question_bank_id, name }) => ({ value: course_question_bank_id, label: name }))}
        value={pool.course_question_bank_id}
        onChange={(event) => onChange({ course_question_bank_id: Number(event.target.value) })}
      />
      <SelectField
        label={t('questionType')}
        options={[{ value: 'all', label: t('allTypes') }, ...types]}
        value={pool.lk_question_type_id}
        onChange={(event) => {
          const { value } = event.target
          onChange({ lk_question_type_id: value === 'all' ? 'all' : Number(value) })
        }}
      />
      <TextField
        label={t('count')}
        type="number"
        min={0}
        max={limit}
        className="w-36"
        value={pool.count}
        onChange={(event) => {
          const count = clamp(event.target.value, limit)
          onChange({ count, max: Math.max(pool.max, count) })
        }}
      />
      <Button variant="ghost" size="sm" aria-label={t('removePool', { n })} onClick={onRemove}>
        ✕
      </Button>
    </div>
  )
}
