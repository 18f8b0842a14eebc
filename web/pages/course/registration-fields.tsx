import type { ShownRegistrationQuestion } from '#modules/learning/entry.ts'
import { formatHint } from '#modules/learning/registration/format-hint.shared.ts'
import { label } from '#platform/lookups.ts'
import { lk_state, states } from '#platform/states.ts'
import { localize } from '#platform/texts.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import DateInForm from '#platform/ui/date-field.island.tsx'
import { Field, FieldError, SelectField, TextareaField, TextField } from '#platform/ui/field.tsx'
import { Input } from '#platform/ui/input.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { datePattern } from '#platform/ui/masks.ts'
import type { Option } from '#platform/ui/native-select.tsx'
import { RadioGroup } from '#platform/ui/radio-group.tsx'
import { type FormState, field } from '#platform/web/form.ts'
import { CourseWords, useCourseLang } from './course-words.tsx'
import { registrationTexts } from './registration.texts.ts'
import { displayedAnswer, documentExtensions, namesOf } from './registration-form.ts'

type Props = { question: ShownRegistrationQuestion; form: FormState }

/** The fields of one question, with the typed input or the saved answer. */
export function QuestionFields({ question, form }: Props) {
  return (
    <>
      <Control question={question} form={form} />
      {question.warning && (
        <Alert variant="attention">
          {question.warning}
          <input type="hidden" name={namesOf(question).seen} value={String(question.answer ?? '')} />
        </Alert>
      )}
      {question.configuration.confirm && <RepeatedAnswer question={question} form={form} />}
    </>
  )
}

/** The place of the question's title, which may have another language than the sentence around it. */
const gap = '\u{fffc}'

/** The repeated answer. A saved answer was typed twice before, so it is not requested again. */
function RepeatedAnswer({ question, form }: Props) {
  const t = useTexts(registrationTexts)
  const savedAnswer = displayedAnswer(question, useLocale())
  const lang = useCourseLang()
  const { title } = question.configuration
  const [before = '', more = ''] = t('againOf', { title: gap }).split(gap)
  const props = {
    ...field(form, namesOf(question).again, savedAnswer),
    autoComplete: 'off',
    required: isRequired(question),
  }
  if (question.type === 'date')
    return <DateInForm {...props} label={lang ? { before, lang, text: title, more } : before + title + more} />
  return (
    <TextField
      {...props}
      label={
        <>
          {before}
          <CourseWords>{title}</CourseWords>
          {more}
        </>
      }
    />
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
      return <Dropdown question={question} form={form} />
    case 'county':
      return <List question={question} form={form} options={question.counties} />
    case 'state':
      return <States question={question} form={form} />
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

function States(props: Props) {
  const locale = useLocale()
  const options = states.map(({ lk_state_id }) => ({ value: lk_state_id, label: label(lk_state, lk_state_id, locale) }))
  return <List {...props} options={options} />
}

const optionsOf = ({ configuration }: ShownRegistrationQuestion) =>
  configuration.options.map(({ id, text }) => ({ value: id, label: text }))

function Dropdown(props: Props) {
  const lang = useCourseLang()
  return <List {...props} options={optionsOf(props.question).map((option) => ({ ...option, lang }))} />
}

const inCourseWords = (options: { value: number; label: string }[]) =>
  options.map(({ value, label }) => ({ value, label: <CourseWords>{label}</CourseWords> }))

/** The hints of every field: the answer's format, and whether it is optional. */
function useQuestionField(question: ShownRegistrationQuestion, form: FormState) {
  const t = useTexts(registrationTexts)
  const locale = useLocale()
  const lang = useCourseLang()
  const { title, editor } = question.configuration
  const format = formatHint(question)
  const limits = format && localize(locale, format.text, format.params)
  const formatText = question.type === 'date' ? datePattern(locale) : limits
  const optional = question.configuration.required ? '' : ` (${t('optional')})`
  const plainHint = [editor.hint, formatText].filter(Boolean).join(' ')
  const base = { required: isRequired(question), ...field(form, namesOf(question).answer) }
  const labels = {
    ...base,
    label: (
      <>
        <CourseWords>{title}</CourseWords>
        {optional}
      </>
    ),
    hint: plainHint ? (
      <>
        {editor.hint && <CourseWords>{editor.hint}</CourseWords>} {formatText}
      </>
    ) : undefined,
  }
  const inCourse = (text: string, more: string) => (lang && text ? { before: '', lang, text, more } : text + more)
  const label = inCourse(title, optional)
  const hint = inCourse(editor.hint ?? '', [editor.hint ? ' ' : '', formatText].join(''))
  return { shown: labels, plain: { ...base, label, ...(plainHint && { hint }) } }
}

function Choice({ question, form }: Props) {
  const { defaultValue, ...fieldProps } = useQuestionField(question, form).shown
  const savedAnswer = displayedAnswer(question, useLocale())
  const selected = defaultValue || savedAnswer || undefined
  return <RadioGroup {...fieldProps} options={inCourseWords(optionsOf(question))} defaultValue={selected} boxed />
}

function List({ question, form, options }: Props & { options: Option[] }) {
  const fieldProps = useQuestionField(question, form).shown
  const savedAnswer = displayedAnswer(question, useLocale())
  const defaultValue = fieldProps.defaultValue || savedAnswer
  return <SelectField {...fieldProps} defaultValue={defaultValue} options={options} placeholder />
}

function Choices({ question, form }: Props) {
  const { label, hint, error, name, autoFocus } = useQuestionField(question, form).shown
  const t = useTexts(registrationTexts)
  const selected = Array.isArray(question.answer) ? question.answer : []
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-[1rem] font-semibold">{label}</legend>
      <p className="text-sm text-muted-foreground">{hint ?? t('chooseAll')}</p>
      {question.configuration.options.map(({ id, text }, index) => (
        <Checkbox
          key={id}
          name={name}
          value={id}
          label={<CourseWords>{text}</CourseWords>}
          defaultChecked={selected.includes(id)}
          autoFocus={autoFocus && index === 0}
        />
      ))}
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}

function Places({ question, form }: Props) {
  const { label, hint, error } = useQuestionField(question, form).shown
  const t = useTexts(registrationTexts)
  const { options } = question.configuration
  const places = options.map((_, index) => ({ value: index + 1, label: String(index + 1) }))
  const order = Array.isArray(question.answer) ? question.answer : []
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 text-[1rem] font-semibold">{label}</legend>
      {hint && <p className="text-sm text-muted-foreground">{hint}</p>}
      {options.map(({ id, text }) => (
        <SelectField
          key={id}
          label={<CourseWords>{text}</CourseWords>}
          {...field(form, namesOf(question).place(id), order.includes(id) ? String(order.indexOf(id) + 1) : '')}
          options={places}
          placeholder={t('position')}
        />
      ))}
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}

function Upload({ question, form }: Props) {
  const { label, hint, error, name, autoFocus } = useQuestionField(question, form).shown
  const t = useTexts(registrationTexts)
  const savedText = question.answer_in_words
  const fileText = savedText ? t('savedFile', { name: savedText }) : t('fileLimit')
  return (
    <Field
      label={label}
      hint={
        <>
          {hint} {fileText}
        </>
      }
      error={error}
      required={isRequired(question) && !savedText}
    >
      {(control) => (
        <Input
          {...control}
          type="file"
          name={name}
          autoFocus={autoFocus}
          accept={documentExtensions}
          className="py-2"
        />
      )}
    </Field>
  )
}

function Secret({ question, form }: Props) {
  const fieldProps = useQuestionField(question, form).shown
  const t = useTexts(registrationTexts)
  return (
    <TextField
      {...fieldProps}
      hint={
        <>
          {question.answered_ind && t('savedSecret')} {fieldProps.hint}
        </>
      }
      inputMode="numeric"
      maxLength={4}
      autoComplete="off"
    />
  )
}

function Written({ question, form }: Props) {
  const { plain, shown } = useQuestionField(question, form)
  const savedAnswer = displayedAnswer(question, useLocale())
  const overrides = { defaultValue: form.values[plain.name] ?? savedAnswer, autoComplete: 'off' }
  // An island takes plain text.
  if (question.type === 'date') return <DateInForm {...plain} {...overrides} />
  if (question.type === 'long_answer') return <TextareaField {...shown} {...overrides} rows={5} />
  return <TextField {...shown} {...overrides} />
}
