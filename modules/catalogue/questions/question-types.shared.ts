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
  inFiles: boolean
  /** The number of options that the author marks as right; null if none is marked. */
  right: 'one' | 'several' | null
  /** The exact number of options; null for two or more. */
  optionCount: 2 | null
  /** The options after a change to this type: existing ones if there are two or more, two empty ones, or none. */
  begins: 'kept' | 'two' | 'none'
  /** The texts of empty options in an editor; null if the author writes them. */
  fills: readonly Text[] | null
  /** Whether options keep the author's order when others are shuffled. */
  fixedOrder: boolean
  /** Whether a person grades it, with the help of a model answer. */
  written: boolean
  /** Whether a lesson's question may show the right answer afterward. */
  showsAnswer: boolean
  /** The limits that an author may set: words, or characters and format. */
  limits: 'words' | 'characters' | null
  /** Whether registration may require the answer twice. */
  repeats: boolean
}

const graded = ['quiz', 'bank'] as const
const checked = ['security', 'content'] as const
const registered = ['registration'] as const

const text = {
  answer: 'text',
  field: 'line',
  editor: null,
  picture: false,
  inFiles: true,
  right: null,
  optionCount: null,
  begins: 'kept',
  fills: null,
  fixedOrder: false,
  written: false,
  showsAnswer: true,
  limits: null,
  repeats: false,
} as const
const choice = { ...text, answer: 'one', field: 'radio', editor: 'texts', right: 'one' } as const

/** All question types by their contract names, in the order offered to authors. */
export const questionTypes = {
  short_answer: {
    ...text,
    id: 1,
    label: ['Short Answer', 'Respuesta corta'],
    uses: [...graded, ...registered],
    written: true,
    showsAnswer: false,
    limits: 'words',
    repeats: true,
  },
  single_choice: {
    ...choice,
    id: 2,
    label: ['Single Choice', 'Opción única'],
    uses: [...graded, ...checked, ...registered],
    begins: 'two',
  },
  sort_order: {
    ...text,
    id: 3,
    label: ['Sort Order', 'Ordenar'],
    uses: [...graded, ...registered],
    answer: 'order',
    field: 'order',
    editor: 'texts',
  },
  true_or_false: {
    ...choice,
    id: 4,
    label: ['True or False', 'Verdadero o falso'],
    uses: [...graded, ...checked, ...registered],
    optionCount: 2,
    begins: 'two',
    fills: [
      ['True', 'Verdadero'],
      ['False', 'Falso'],
    ],
    fixedOrder: true,
  },
  dropdown: {
    ...choice,
    id: 5,
    label: ['Dropdown', 'Lista desplegable'],
    uses: [...graded, ...registered],
    field: 'dropdown',
  },
  multiple_choice: {
    ...text,
    id: 6,
    label: ['Multiple Choice', 'Opción múltiple'],
    uses: [...graded, ...registered],
    answer: 'many',
    field: 'checkboxes',
    editor: 'texts',
    right: 'several',
  },
  long_answer: {
    ...text,
    id: 8,
    label: ['Long Answer', 'Respuesta larga'],
    uses: [...graded, ...registered],
    field: 'paragraph',
    written: true,
    limits: 'words',
  },
  drivers_license: {
    ...text,
    id: 9,
    label: ['Drivers License', 'Licencia de conducir'],
    uses: registered,
    limits: 'characters',
    repeats: true,
  },
  /** The state that issued the student's license: any state, including those without courses. */
  state: {
    ...text,
    id: 10,
    label: ['State', 'Estado'],
    field: 'dropdown',
    uses: registered,
  },
  license_number: { ...text, id: 11, label: ['License Number', 'Número de licencia'], uses: [] },
  ssn: {
    ...text,
    id: 14,
    label: ['SSN (Last 4)', 'Seguro Social (últimos 4 dígitos)'],
    uses: registered,
    repeats: true,
  },
  course_reason: { ...choice, id: 15, label: ['Course Reason', 'Motivo del curso'], uses: registered, right: null },
  date: { ...text, id: 16, label: ['Date', 'Fecha'], uses: registered, repeats: true },
  county: { ...text, id: 18, label: ['County', 'Condado'], uses: registered },
  upload: { ...text, id: 19, label: ['Upload', 'Subir archivo'], uses: registered },
  matching: {
    ...text,
    id: 20,
    label: ['Matching', 'Relacionar'],
    uses: graded,
    answer: 'pairs',
    field: 'matching',
    editor: 'pairs',
  },
  hotspot: {
    ...text,
    id: 21,
    label: ['Hotspot', 'Zona de la imagen'],
    uses: graded,
    answer: 'spot',
    field: 'spot',
    editor: 'areas',
    picture: true,
    inFiles: false,
    right: 'several',
    begins: 'none',
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
  if (!type) throw new RangeError(`there is no question type ${lk_question_type_id}`)
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
export const isWritten = (lk_question_type_id: number): boolean => questionTypeOf(lk_question_type_id).written
