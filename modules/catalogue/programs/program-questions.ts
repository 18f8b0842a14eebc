import type { Purpose, TitledQuestion } from '#modules/catalogue/questions/purpose.shared.ts'
import { QuestionInput } from '#modules/catalogue/questions/question-input.schema.ts'
import { type QuestionTypeName, questionType } from '#modules/catalogue/questions/question-types.shared.ts'
import { withIds } from '#modules/catalogue/questions/save-questions.sql.ts'
import { type Locale, localize, type Text } from '#platform/texts.ts'
import { dataOf } from './collected-data.ts'
import { licenseClasses } from './license-classes.shared.ts'
import { packOf } from './packs.ts'
import { type StudentDatum, withIssuer } from './student-data.shared.ts'

type Template = {
  type: QuestionTypeName
  title: Text
  asksFor?: Purpose
  options?: readonly Text[]
  /** Whether the student types it twice. */
  confirm?: true
}

const eyeColors: readonly Text[] = [
  ['Black', 'Negros'],
  ['Blue', 'Azules'],
  ['Brown', 'Cafés'],
  ['Gray', 'Grises'],
  ['Green', 'Verdes'],
  ['Hazel', 'Avellana'],
  ['Two different colors', 'De dos colores'],
]

const license: Template = {
  type: 'drivers_license',
  title: ['What is your driver license number?', '¿Cuál es su número de licencia de conducir?'],
  confirm: true,
}
const issuer: Template = {
  type: 'state',
  title: ['Which state issued your driver license?', '¿Qué estado emitió su licencia de conducir?'],
}

/** The questions that collect a datum. Data not listed here comes from the account, or is confirmed at the end. */
const templates: Partial<Record<StudentDatum, readonly Template[]>> = {
  date_of_birth: [
    {
      type: 'date',
      title: ['What is your date of birth?', '¿Cuál es su fecha de nacimiento?'],
      asksFor: 'date-of-birth',
    },
  ],
  driver_license: [license, issuer],
  driver_license_or_ssn: [license, issuer],
  license_state: [issuer],
  license_class: [
    {
      type: 'dropdown',
      title: ['Which class or endorsement is the training for?', '¿Para qué clase o endoso es la capacitación?'],
      asksFor: 'license-class',
      options: Object.values(licenseClasses),
    },
  ],
  client_id: [
    {
      type: 'short_answer',
      title: ['What is your client ID (9 digits)?', '¿Cuál es su número de cliente (9 dígitos)?'],
      asksFor: 'client-id',
      confirm: true,
    },
  ],
  citation_number: [
    {
      type: 'short_answer',
      title: ['What is your citation or case number?', '¿Cuál es su número de multa o de caso?'],
      asksFor: 'citation-number',
    },
  ],
  citation_date: [
    {
      type: 'date',
      title: ['What is the date of the citation?', '¿Cuál es la fecha de la multa?'],
      asksFor: 'citation-date',
    },
  ],
  citation_county: [
    {
      type: 'county',
      title: ['In which county did you get the citation?', '¿En qué condado recibió la multa?'],
      asksFor: 'citation-county',
    },
  ],
  court: [
    {
      type: 'short_answer',
      title: ['Which court handles your case?', '¿Qué tribunal lleva su caso?'],
      asksFor: 'court',
    },
  ],
  due_date: [
    {
      type: 'date',
      title: ['By which date must you finish the course?', '¿Para qué fecha debe terminar el curso?'],
      asksFor: 'due-date',
    },
  ],
  eye_color: [
    {
      type: 'dropdown',
      title: ['What color are your eyes?', '¿De qué color son sus ojos?'],
      asksFor: 'eye-color',
      options: eyeColors,
    },
  ],
}

/** The required data that a question could collect but none of a course does. */
export const listAskableData = (
  required: readonly StudentDatum[],
  collected: ReadonlySet<StudentDatum>,
): StudentDatum[] => required.filter((datum) => !collected.has(datum) && templates[datum] !== undefined)

/** New questions that collect these data, in the course's language; each question once. */
export function questionsFor(data: readonly StudentDatum[], collected: ReadonlySet<StudentDatum>, locale: Locale) {
  const neededQuestions = new Set(data.flatMap((datum) => templates[datum] ?? []))
  return [...neededQuestions]
    .filter((template) => template !== issuer || !collected.has('license_state'))
    .map((template) => inputOf(template, locale))
}

/**
 * The questions for the data that a program's pack or an agency requires and these questions do not collect. For demo
 * courses, before there is any version or account.
 */
export function questionsOfPack(
  { program_id, needs }: { program_id: string; needs: readonly StudentDatum[] },
  questions: readonly TitledQuestion[],
  locale: Locale,
) {
  const collected = new Set(questions.flatMap(dataOf))
  const packData = packOf(program_id)?.values['student.data_required']?.flatMap(({ value }) => value ?? []) ?? []
  const required = withIssuer([...(packData as StudentDatum[]), ...needs], (datum) => collected.has(datum))
  return questionsFor(listAskableData(required, collected), collected, locale).map(
    ({ configuration, ...question }) => ({
      ...question,
      configuration: { ...configuration, options: withIds(configuration.options) },
    }),
  )
}

const inputOf = ({ type, title, asksFor, options = [], confirm }: Template, locale: Locale): QuestionInput =>
  QuestionInput.parse({
    lk_question_type_id: questionType[type],
    configuration: {
      title: localize(locale, title),
      confirm: confirm ?? false,
      ...(asksFor && { asksFor }),
      options: options.map((text) => ({ text: localize(locale, text), correct: false })),
    },
  })
