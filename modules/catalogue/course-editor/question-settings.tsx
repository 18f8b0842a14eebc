import { studentData } from '#modules/catalogue/programs/student-data.shared.ts'
import { type Purpose, purposes, purposesOf, usualPurpose } from '#modules/catalogue/questions/purpose.shared.ts'
import { type QuestionUse, questionType, questionTypeOf } from '#modules/catalogue/questions/question-types.shared.ts'
import { localize, type Text } from '#platform/texts.ts'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { SelectField, TextareaField, TextField } from '#platform/ui/field.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { clamp } from './clamp.shared.ts'
import type { EditedQuestion } from './edited-question.shared.ts'
import { questionSettingsTexts } from './question-settings.texts.ts'
import type { Offered } from './setting-field.shared.ts'

type Configuration = EditedQuestion['configuration']
type Props = {
  use: QuestionUse
  question: EditedQuestion
  lessons: Offered['lessons']
  onChange: (changes: Partial<Configuration>) => void
}

/** Settings that few questions need: answer limits, timing, and when it is asked. Offers only those that apply. */
export function QuestionSettings({ use, question, lessons, onChange }: Props) {
  const t = useTexts(questionSettingsTexts)
  const { configuration: c, lk_question_type_id: type } = question
  const { limits, mayRepeat, written } = questionTypeOf(type)
  const isRegistration = use === 'registration'
  const isVerification = use === 'security' || use === 'content'
  return (
    <details className="rounded-md border px-3 py-2">
      <summary className="font-semibold">{t('more')}</summary>
      <div className="grid grid-cols-1 gap-3 pt-3">
        {isVerification && (
          <QuestionLesson chosen={c.selectedComponent} lessons={lessons} none={t('anyLesson')} onChange={onChange} />
        )}
        {!isVerification && (
          <>
            <div className="flex flex-wrap gap-x-6">
              <Checkbox
                label={t('noEdit')}
                checked={c.noEditAfterSave}
                onChange={(event) => onChange({ noEditAfterSave: event.target.checked })}
              />
              {isRegistration && mayRepeat && (
                <Checkbox
                  label={t('twice')}
                  checked={c.confirm}
                  onChange={(event) => onChange({ confirm: event.target.checked })}
                />
              )}
              {isRegistration && type === questionType.upload && (
                <Checkbox
                  label={t('review')}
                  checked={c.requireReview}
                  onChange={(event) => onChange({ requireReview: event.target.checked })}
                />
              )}
            </div>
            {isRegistration && <Subject question={question} onChange={onChange} />}
            <Seconds timer={c.timer} onChange={(timer) => onChange({ timer })} />
            {limits !== null && <Limits question={question} onChange={onChange} />}
            {isRegistration && type === questionType.date && <Days validation={c.validation} onChange={onChange} />}
            {!isRegistration && written && (
              <TextareaField
                label={t('model')}
                hint={t('modelHint')}
                rows={3}
                maxLength={10_000}
                value={c.correct ?? ''}
                onChange={(event) => onChange({ correct: event.target.value })}
              />
            )}
          </>
        )}
      </div>
    </details>
  )
}

type LessonProps = {
  chosen: number | null
  lessons: Offered['lessons']
  /** The option for no lesson. */
  none: string
  onChange: Props['onChange']
}

/** Selects the lesson that a question is about. */
export function QuestionLesson({ chosen, lessons, none, onChange }: LessonProps) {
  const t = useTexts(questionSettingsTexts)
  const isDeleted = chosen !== null && !lessons.some(({ value }) => value === chosen)
  return (
    <SelectField
      label={t('lesson')}
      options={isDeleted ? [...lessons, { value: chosen, label: t('lessonGone') }] : lessons}
      placeholder={none}
      value={chosen ?? ''}
      onChange={({ target: { value } }) => onChange({ selectedComponent: value === '' ? null : Number(value) })}
    />
  )
}

const labels: Readonly<Record<Purpose, Text>> = {
  'date-of-birth': studentData.date_of_birth,
  'permit-expiration': questionSettingsTexts.permitExpiration,
  'citation-date': studentData.citation_date,
  'due-date': studentData.due_date,
  'client-id': studentData.client_id,
  'document-number': questionSettingsTexts.documentNumber,
  'citation-number': studentData.citation_number,
  'citation-county': studentData.citation_county,
  court: studentData.court,
  'eye-color': studentData.eye_color,
  'license-class': studentData.license_class,
  'license-state': studentData.license_state,
  other: questionSettingsTexts.otherSubject,
}

/** Selects the subject of a question whose type does not determine it; reports and rules find the answer by it. */
function Subject({ question, onChange }: Pick<Props, 'question' | 'onChange'>) {
  const t = useTexts(questionSettingsTexts)
  const locale = useLocale()
  const availablePurposes = purposesOf(question.lk_question_type_id)
  if (availablePurposes.length < 2) return null
  const defaultLabel = t('subjectByTitle', { subject: localize(locale, labels[usualPurpose(question)]) })
  return (
    <SelectField
      label={t('subject')}
      hint={t('subjectHint')}
      options={availablePurposes.map((purpose) => ({ value: purpose, label: localize(locale, labels[purpose]) }))}
      placeholder={defaultLabel}
      value={question.configuration.asksFor ?? ''}
      onChange={({ target: { value } }) => onChange({ asksFor: purposes.find((purpose) => purpose === value) })}
    />
  )
}

type SecondsProps = { timer: Configuration['timer']; onChange: (timer: Configuration['timer']) => void }

function Seconds({ timer, onChange }: SecondsProps) {
  const t = useTexts(questionSettingsTexts)
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-2">
      <Checkbox
        label={t('timer')}
        checked={timer.active}
        onChange={(event) => onChange({ active: event.target.checked, seconds: timer.seconds || 60 })}
      />
      {timer.active && (
        <TextField
          label={t('seconds')}
          type="number"
          min={1}
          max={86_400}
          className="w-36"
          value={timer.seconds}
          onChange={(event) => onChange({ active: true, seconds: Math.max(1, clamp(event.target.value, 86_400)) })}
        />
      )}
    </div>
  )
}

type LimitsProps = Pick<Props, 'question' | 'onChange'>

function Limits({ question: { lk_question_type_id, configuration: c }, onChange }: LimitsProps) {
  const t = useTexts(questionSettingsTexts)
  const { settings, validation } = c
  const limits = [
    ...(questionTypeOf(lk_question_type_id).limits === 'words' ? [['wordMinMax', 'words'] as const] : []),
    ['minMax', 'characters'] as const,
  ]
  return (
    <>
      {limits.map(([name, key]) => {
        const limit = settings[name]
        const update = (changes: Partial<typeof limit>) =>
          onChange({ settings: { ...settings, [name]: { ...limit, ...changes } } })
        return (
          <div key={name} className="flex flex-wrap items-end gap-x-6 gap-y-2">
            <Checkbox
              label={t(key)}
              checked={limit.enabled}
              onChange={(event) => update({ enabled: event.target.checked })}
            />
            {limit.enabled &&
              (['min', 'max'] as const).map((end) => (
                <TextField
                  key={end}
                  label={t(end === 'min' ? 'least' : 'most')}
                  type="number"
                  min={0}
                  max={1_000_000}
                  className="w-36"
                  value={limit[end]}
                  onChange={(event) => update({ [end]: clamp(event.target.value, 1_000_000) })}
                />
              ))}
          </div>
        )
      })}
      <TextField
        label={t('pattern')}
        hint={t('patternHint')}
        maxLength={500}
        spellCheck={false}
        value={validation.regex}
        onChange={(event) => onChange({ validation: { ...validation, regex: event.target.value } })}
      />
    </>
  )
}

type DaysProps = { validation: Configuration['validation']; onChange: Props['onChange'] }

/** Days are stored as MM/DD/YYYY; the browser's field uses YYYY-MM-DD. */
function Days({ validation, onChange }: DaysProps) {
  const t = useTexts(questionSettingsTexts)
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-2">
      {(['min', 'max'] as const).map((end) => (
        <TextField
          key={end}
          label={t(end === 'min' ? 'earliest' : 'latest')}
          type="date"
          className="w-48"
          value={validation[end].replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, '$3-$1-$2')}
          onChange={({ target: { value } }) =>
            onChange({
              validation: { ...validation, [end]: value.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1') },
            })
          }
        />
      ))}
    </div>
  )
}
