import { questionTypeLookup } from '#modules/catalogue/questions/question-types.shared.ts'
import { formatNumber } from '#platform/locale-format.ts'
import { localize, type PlainKey, type Text } from '#platform/texts.ts'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { courseEditorTexts } from './course-editor.texts.ts'
import { questionSettingsTexts } from './question-settings.texts.ts'

type Key = PlainKey<typeof courseEditorTexts>

/** The label of a field in the editors, by the field's name. */
const fields: Readonly<Record<string, Key>> = {
  name: 'name',
  title: 'faqTitle',
  body: 'faqBody',
  post_completion_ind: 'after',
  courses: 'courses',
  timer: 'timer',
  seconds: 'seconds',
  break_text: 'breakText',
  audioAttachments: 'narration',
  sample_ind: 'sample',
  description: 'description',
  threshold: 'threshold',
  attempts: 'retakes',
  fee: 'retakeFee',
  navigation: 'showNavigation',
  review: 'review',
  questionPools: 'pools',
  count: 'count',
  lk_question_type_id: 'questionType',
  required: 'required',
  options: 'options',
  text: 'optionText',
  correct: 'correct',
  match: 'match',
  show_answer: 'showAnswer',
  show_hint: 'showHint',
  hint: 'hint',
  references: 'reference',
  why: 'why',
  conditional: 'condition',
  picture: 'picture',
  alt: 'fileAlt',
  transcript: 'fileTranscript',
  finalexam: 'finalexam',
}

const questionFields: Readonly<Record<string, PlainKey<typeof questionSettingsTexts>>> = {
  selectedComponent: 'lesson',
  noEditAfterSave: 'noEdit',
  confirm: 'twice',
  requireReview: 'review',
  asksFor: 'subject',
  wordMinMax: 'words',
  minMax: 'characters',
  regex: 'pattern',
  validation: 'pattern',
}

/** The kind of an item without a name, by the field with its id. */
const kinds: Readonly<Record<string, Key>> = {
  chapter_id: 'newChapter',
  section_id: 'newSection',
  component_id: 'newContent',
  question_id: 'faqTitle',
  faq_id: 'faqTitle',
  course_id: 'courseName',
  course_question_bank_id: 'bank',
  id: 'optionText',
}

/** Fields that only contain others, or that the label of an outer field describes. */
const containerFields: ReadonlySet<string> = new Set([
  'settings',
  'lists',
  'list',
  'questions',
  'faqs',
  'chapters',
  'configuration',
  'data',
  'sections',
  'components',
  'content',
  'grading',
  'retake',
  'editor',
  'active',
  'show',
  'student',
  'enabled',
  'registration',
  'security',
  'attrs',
])

/** The fields of a form by their paths: their labels, and those of the values that they offer. */
export type Labels = Readonly<
  Record<string, { label: Text; choices?: readonly { value: string | number; label: Text }[] | undefined }>
>
export type Naming = {
  fieldName: (name: string) => string
  kindName: (step: string) => string
  /** A value as the form shows it. */
  valueText: (name: string, value: unknown) => string
}

/** The names of fields and of items without a name, in the language of the page; `labels` are those of a form. */
export function useNaming(labels: Labels = {}): Naming {
  const locale = useLocale()
  const t = useTexts(courseEditorTexts)
  const tq = useTexts(questionSettingsTexts)
  return {
    fieldName: (name) => {
      const field = labels[name]
      if (field) return localize(locale, field.label)
      if (containerFields.has(name) || /^\d+$/.test(name)) return ''
      const [key, questionKey] = [fields[name], questionFields[name]]
      if (key) return t(key)
      return questionKey ? tq(questionKey) : t('otherField')
    },
    valueText: (name, value) => {
      const choice = labels[name]?.choices?.find((option) => String(option.value) === String(value))
      if (choice) return localize(locale, choice.label)
      if (typeof value === 'boolean') return t(value ? 'isOn' : 'isOff')
      if (typeof value !== 'number') return String(value)
      const type = name === 'lk_question_type_id' && questionTypeLookup[value]
      return type ? localize(locale, type) : formatNumber(value, locale)
    },
    kindName: (step) => t(kinds[step.slice(1, step.indexOf(':'))] ?? 'otherField'),
  }
}
