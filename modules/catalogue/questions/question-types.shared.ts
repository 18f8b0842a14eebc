import type { Lookup } from '#platform/lookups.ts'
import type { Text } from '#platform/texts.ts'

/**
 * `security` questions are personal (the answer in the student's setup is right); `content` questions are about the
 * lessons.
 */
export type QuestionUse = 'quiz' | 'bank' | 'registration' | 'security' | 'content'

/**
 * `one`: an option id. `many`: option ids as a set. `order`: option ids in order. `pairs`: option id to match. `spot`:
 * a point in the picture, or the id of the option whose area is meant.
 */
export type AnswerShape = 'one' | 'many' | 'order' | 'pairs' | 'spot' | 'text'

/** The input with which an answer is given. */
export type AnswerField = 'radio' | 'dropdown' | 'checkboxes' | 'order' | 'matching' | 'spot' | 'line' | 'paragraph'

/** The form of its options in the editor: texts, texts with a match each, or named areas of the picture. */
export type OptionEditor = 'texts' | 'pairs' | 'areas'

/** A question type: all its properties, except the code selected by `answer` and `field`. */
export type QuestionType = {
  /** Its id in `lk_question_type_id`. */
  id: number
  label: Text
  uses: readonly QuestionUse[]
  answer: AnswerShape
  field: AnswerField
  /** Null for a type without options. */
  editor: OptionEditor | null
  /** Whether it has a picture of the media library. */
  picture: boolean
  /** Whether the files of other systems can represent it completely. */
  isInFiles: boolean
  /** The number of options that the author marks as right; null if none is marked. */
  rightOptions: 'one' | 'several' | null
  /** The exact number of options; null for two or more. */
  optionCount: 2 | null
  /** The options after a change to this type: existing ones if there are two or more, two empty ones, or none. */
  initialOptions: 'kept' | 'two' | 'none'
  /** The texts of empty options in an editor; null if the author writes them. */
  defaultTexts: readonly Text[] | null
  /** Whether options keep the author's order when others are shuffled. */
  fixedOrder: boolean
  /** Whether a person grades it, with the help of a model answer. */
  written: boolean
  /** Whether a lesson's question may show the right answer afterward. */
  showsAnswer: boolean
  /** The limits that an author may set: words, or characters and format. */
  limits: 'words' | 'characters' | null
  /** Whether registration may require the answer twice. */
  mayRepeat: boolean
}

const gradedUses = ['quiz', 'bank'] as const
const securityUses = ['security', 'content'] as const
const registrationUses = ['registration'] as const

const textType = {
  answer: 'text',
  field: 'line',
  editor: null,
  picture: false,
  isInFiles: true,
  rightOptions: null,
  optionCount: null,
  initialOptions: 'kept',
  defaultTexts: null,
  fixedOrder: false,
  written: false,
  showsAnswer: true,
  limits: null,
  mayRepeat: false,
} as const
const choiceType = { ...textType, answer: 'one', field: 'radio', editor: 'texts', rightOptions: 'one' } as const

/** All question types by their contract names, in the order offered to authors. */
export const questionTypes = {
  short_answer: {
    ...textType,
    id: 1,
    label: ['Short Answer', 'Respuesta corta'],
    uses: [...gradedUses, ...registrationUses],
    written: true,
    showsAnswer: false,
    limits: 'words',
    mayRepeat: true,
  },
  single_choice: {
    ...choiceType,
    id: 2,
    label: ['Single Choice', 'Opción única'],
    uses: [...gradedUses, ...securityUses, ...registrationUses],
    initialOptions: 'two',
  },
  sort_order: {
    ...textType,
    id: 3,
    label: ['Sort Order', 'Ordenar'],
    uses: [...gradedUses, ...registrationUses],
    answer: 'order',
    field: 'order',
    editor: 'texts',
  },
  true_or_false: {
    ...choiceType,
    id: 4,
    label: ['True or False', 'Verdadero o falso'],
    uses: [...gradedUses, ...securityUses, ...registrationUses],
    optionCount: 2,
    initialOptions: 'two',
    defaultTexts: [
      ['True', 'Verdadero'],
      ['False', 'Falso'],
    ],
    fixedOrder: true,
  },
  dropdown: {
    ...choiceType,
    id: 5,
    label: ['Dropdown', 'Lista desplegable'],
    uses: [...gradedUses, ...registrationUses],
    field: 'dropdown',
  },
  multiple_choice: {
    ...textType,
    id: 6,
    label: ['Multiple Choice', 'Opción múltiple'],
    uses: [...gradedUses, ...registrationUses],
    answer: 'many',
    field: 'checkboxes',
    editor: 'texts',
    rightOptions: 'several',
  },
  long_answer: {
    ...textType,
    id: 8,
    label: ['Long Answer', 'Respuesta larga'],
    uses: [...gradedUses, ...registrationUses],
    field: 'paragraph',
    written: true,
    limits: 'words',
  },
  drivers_license: {
    ...textType,
    id: 9,
    label: ['Drivers License', 'Licencia de conducir'],
    uses: registrationUses,
    limits: 'characters',
    mayRepeat: true,
  },
  /** The state that issued the student's license: any state, including those without courses. */
  state: {
    ...textType,
    id: 10,
    label: ['State', 'Estado'],
    field: 'dropdown',
    uses: registrationUses,
  },
  license_number: { ...textType, id: 11, label: ['License Number', 'Número de licencia'], uses: [] },
  ssn: {
    ...textType,
    id: 14,
    label: ['SSN (Last 4)', 'Seguro Social (últimos 4 dígitos)'],
    uses: registrationUses,
    mayRepeat: true,
  },
  course_reason: {
    ...choiceType,
    id: 15,
    label: ['Course Reason', 'Motivo del curso'],
    uses: registrationUses,
    rightOptions: null,
  },
  date: { ...textType, id: 16, label: ['Date', 'Fecha'], uses: registrationUses, mayRepeat: true },
  county: { ...textType, id: 18, label: ['County', 'Condado'], uses: registrationUses },
  upload: { ...textType, id: 19, label: ['Upload', 'Subir archivo'], uses: registrationUses },
  matching: {
    ...textType,
    id: 20,
    label: ['Matching', 'Relacionar'],
    uses: gradedUses,
    answer: 'pairs',
    field: 'matching',
    editor: 'pairs',
  },
  hotspot: {
    ...textType,
    id: 21,
    label: ['Hotspot', 'Zona de la imagen'],
    uses: gradedUses,
    answer: 'spot',
    field: 'spot',
    editor: 'areas',
    picture: true,
    isInFiles: false,
    rightOptions: 'several',
    initialOptions: 'none',
  },
} as const satisfies Record<string, QuestionType>

/** The name of a question type in the contract. */
export type QuestionTypeName = keyof typeof questionTypes
type Row = readonly [QuestionTypeName, QuestionType]

const rows = Object.entries(questionTypes) as Row[]
const byId = new Map(rows.map(([name, type]) => [type.id, { ...type, name }]))

/** The ids of the question types, by their names. */
export const questionType = Object.fromEntries(rows.map(([name, { id }]) => [name, id])) as {
  readonly [Name in QuestionTypeName]: (typeof questionTypes)[Name]['id']
}

/** The lookup of the contract. */
export const questionTypeLookup: Lookup = Object.fromEntries(rows.map(([, { id, label }]) => [id, label]))

/** The type with this id. Throws for an unknown one. */
export function questionTypeOf(lk_question_type_id: number): QuestionType & { name: QuestionTypeName } {
  const type = byId.get(lk_question_type_id)
  if (!type) throw new RangeError(`Unknown question type ${lk_question_type_id}`)
  return type
}

/** The ids of the types allowed in a place. */
export const typesFor = (use: QuestionUse): readonly number[] =>
  rows.filter(([, { uses }]) => uses.includes(use)).map(([, { id }]) => id)

/** The shape of an answer to a question of this type. */
export const shapeOf = (lk_question_type_id: number): AnswerShape => questionTypeOf(lk_question_type_id).answer

/** Whether its author writes options. */
export const hasOptions = (lk_question_type_id: number): boolean => questionTypeOf(lk_question_type_id).editor !== null

/** Whether a person grades the answers. */
export const isGradedByHand = (lk_question_type_id: number): boolean => questionTypeOf(lk_question_type_id).written
