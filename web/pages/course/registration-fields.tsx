import type { ReactNode } from 'react'
import type { ShownRegistrationQuestion } from '../../../modules/learning/index.ts'
import { Checkbox, RadioGroup } from '../../../platform/ui/choice.tsx'
import { Field, FieldError, Input, SelectField, TextAreaField, TextField } from '../../../platform/ui/field.tsx'
import { useLocale, useTexts } from '../../../platform/ui/locale.tsx'
import { DateField } from '../../../platform/ui/masked.tsx'
import { type FormState, field } from '../../../platform/web/form.ts'
import { registrationTexts } from './registration.texts.ts'
import { documentExtensions, secretName, shownAnswer } from './registration-form.ts'

type Props = { question: ShownRegistrationQuestion; form: FormState }

/** The controls of one question, filled with what was typed, else with the saved answer. */
export function QuestionFields({ question, form }: Props) {
  const t = useTexts(registrationTexts)
  return (
    <>
      <Control question={question} form={form} />
      {question.configuration.confirm && (
        <TextField {...field(form, 'again')} label={t('again')} autoComplete="off" required={isRequired(question)} />
      )}
    </>
  )
}

const isRequired = ({ configuration, answer, answered_ind }: ShownRegistrationQuestion) =>
  configuration.required && !(answered_ind && answer === null)

function Control({ question, form }: Props) {
  switch (question.type) {
    case 'single_choice':
    case 'true_or_false':
    case 'course_reason':
      return <Choice question={question} form={form} />
    case 'dropdown':
      return <List question={question} form={form} options={optionsOf(question)} />
    case 'county':
      return <List question={question} form={form} options={question.counties} />
    case 'multiple_choice':
      return <Choices question={question} form={form} />
    case 'sort_order':
      return <Places question={question} form={form} />
    case 'upload':
      return <Upload question={question} form={form} />
    case 'ssn':
      return <Secret question={question} form={form} />
    default:
      return <Written question={question} form={form} />
  }
}

const optionsOf = ({ configuration }: ShownRegistrationQuestion) =>
  configuration.options.map(({ id, text }) => ({ value: id, label: text }))

/** What every control shows of its question; an optional one says so. */
function useAsked({ configuration }: ShownRegistrationQuestion, form: FormState) {
  const t = useTexts(registrationTexts)
  const { title, required, editor } = configuration
  const hint: ReactNode = editor.hint || undefined
  const label = required ? title : `${title} (${t('optional')})`
  return { label, hint, required, error: form.errors.answer }
}

function Choice({ question, form }: Props) {
  const asked = useAsked(question, form)
  const locale = useLocale()
  const chosen = form.values.answer ?? shownAnswer(question, locale)
  return <RadioGroup {...asked} name="answer" options={optionsOf(question)} defaultValue={chosen || undefined} boxed />
}

function List({ question, form, options }: Props & { options: { value: number; label: string }[] }) {
  const asked = useAsked(question, form)
  const given = field(form, 'answer', shownAnswer(question, useLocale()))
  return <SelectField {...given} {...asked} options={options} placeholder />
}

function Choices({ question, form }: Props) {
  const { label, hint, error } = useAsked(question, form)
  const t = useTexts(registrationTexts)
  const chosen = Array.isArray(question.answer) ? question.answer : []
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-[1rem] font-semibold">{label}</legend>
      <p className="text-sm text-muted">{hint ?? t('chooseAll')}</p>
      {question.configuration.options.map(({ id, text }) => (
        <Checkbox key={id} name="answer" value={id} label={text} defaultChecked={chosen.includes(id)} />
      ))}
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}

function Places({ question, form }: Props) {
  const { label, hint, error } = useAsked(question, form)
  const t = useTexts(registrationTexts)
  const { options } = question.configuration
  const places = options.map((_, index) => ({ value: index + 1, label: String(index + 1) }))
  const order = Array.isArray(question.answer) ? question.answer : []
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 text-[1rem] font-semibold">{label}</legend>
      {hint && <p className="text-sm text-muted">{hint}</p>}
      {options.map(({ id, text }) => (
        <SelectField
          key={id}
          label={text}
          {...field(form, `place_${id}`, order.includes(id) ? String(order.indexOf(id) + 1) : '')}
          options={places}
          placeholder={t('position')}
        />
      ))}
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}

function Upload({ question, form }: Props) {
  const { label, hint, error } = useAsked(question, form)
  const t = useTexts(registrationTexts)
  const sent = question.answer_in_words
  const said = sent ? t('savedFile', { name: sent }) : t('fileLimit')
  return (
    <Field label={label} hint={hint ? `${hint} ${said}` : said} error={error} required={isRequired(question) && !sent}>
      {(control) => <Input {...control} type="file" name="answer" accept={documentExtensions} className="py-2" />}
    </Field>
  )
}

function Secret({ question, form }: Props) {
  const { label, hint, error } = useAsked(question, form)
  const t = useTexts(registrationTexts)
  return (
    <TextField
      name={secretName}
      label={label}
      hint={question.answered_ind ? t('savedSecret') : hint}
      error={error}
      required={isRequired(question)}
      inputMode="numeric"
      maxLength={4}
      autoComplete="off"
    />
  )
}

function Written({ question, form }: Props) {
  const asked = useAsked(question, form)
  const given = { ...field(form, 'answer', shownAnswer(question, useLocale())), ...asked, autoComplete: 'off' }
  if (question.type === 'date') return <DateField {...given} />
  return question.type === 'long_answer' ? <TextAreaField {...given} rows={5} /> : <TextField {...given} />
}
