import { idsIn } from '#modules/catalogue/drafts/renumber.ts'
import { extensionOf } from '#modules/catalogue/media/media-kind.shared.ts'
import { mergeData, newData } from '#modules/catalogue/outline/component-data.ts'
import { type QuestionUse, questionTypeOf, typesFor } from '#modules/catalogue/questions/question-types.shared.ts'
import { hostedVideoAt } from '#modules/catalogue/rich-text/index.ts'
import { Refusal } from '#platform/errors.ts'
import { ArchiveRefused } from './archive-refused.ts'
import { type ArchivedComponent, type ArchivedQuestion, type CourseFile, componentsOf } from './course-file.schema.ts'
import { sourcesIn } from './sources.ts'

type Data = Readonly<Record<string, unknown>>
/** A component with its content, whose documents are checked. */
export type CheckedComponent = Omit<ArchivedComponent, 'data'> & { data: Data }

const ownId = { Content: 'wysiwyg_id', Media: 'media_id', Quiz: 'quiz_id', Break: 'break_id' } as const

/**
 * Checks what the schema can't: every reference points inside the file, so that nothing of another course or
 * organization can be referenced. Returns the components as they will be stored, by id. Throws ArchiveRefused.
 */
export function checkCourse(file: CourseFile): ReadonlyMap<number, CheckedComponent> {
  const components = componentsOf(file)
  const questions = questionsOf(file)
  const ids = {
    components: unique(
      components.map(({ component_id }) => component_id),
      'component_id',
    ),
    questions: unique(
      questions.map(({ question }) => question.question_id),
      'question_id',
    ),
    banks: unique(
      file.question_banks.map(({ course_question_bank_id }) => course_question_bank_id),
      'course_question_bank_id',
    ),
    paths: new Set(file.media.map(({ path }) => path)),
  }
  for (const field of Object.values(ownId))
    unique(
      components.flatMap(({ type, data }) => (ownId[type] === field ? [data[field] ?? 0] : [])),
      field,
    )
  for (const { question, use } of questions) checkQuestion(question, use, ids)
  checkMedia(file, ids.paths)
  checkComponentReferences(file, ids.components)
  return new Map(components.map((component) => [component.component_id, checkComponent(component, ids)]))
}

type ExistingIds = Record<'components' | 'questions' | 'banks', ReadonlySet<number>> & { paths: ReadonlySet<string> }

function refuse(path: string): never {
  throw new ArchiveRefused('badCourse', { path })
}

function unique(ids: readonly number[], field: string): ReadonlySet<number> {
  const idSet = new Set(ids)
  if (idSet.size < ids.length) refuse(field)
  return idSet
}

function questionsOf(file: CourseFile): { question: ArchivedQuestion; use: QuestionUse }[] {
  const withUse = (use: QuestionUse, list: readonly ArchivedQuestion[]) => list.map((question) => ({ question, use }))
  return [
    ...componentsOf(file).flatMap(({ type, questions }) => {
      if (type !== 'Quiz' && questions.length > 0) refuse('questions')
      return withUse('quiz', questions)
    }),
    ...file.question_banks.flatMap(({ questions }) => withUse('bank', questions)),
    ...withUse('registration', file.registration_questions),
    ...withUse('security', file.security_questions),
    ...withUse('content', file.content_questions),
  ]
}

function checkQuestion(
  { question_id, ...question }: ArchivedQuestion,
  use: QuestionUse,
  existingIds: ExistingIds,
): void {
  const { lk_question_type_id, conditional, configuration } = question
  const path = `question ${question_id}`
  if (!typesFor(use).includes(lk_question_type_id)) refuse(path)
  const { picture } = configuration
  if (picture && !(questionTypeOf(lk_question_type_id).picture && isPicture(picture.src, existingIds.paths)))
    refuse(path)
  const optionNumbers = [
    ...conditional.map((condition) => Number(condition.split(':')[0])),
    ...configuration.options.flatMap((option) => option.conditional),
  ]
  if (optionNumbers.some((id) => !existingIds.questions.has(id))) refuse(path)
  const { selectedComponent } = configuration
  if (selectedComponent !== null && !existingIds.components.has(selectedComponent)) refuse(path)
}

const pictures = new Set(['png', 'jpg', 'jpeg', 'gif', 'webp'])
const isPicture = (path: string, paths: ReadonlySet<string>) => paths.has(path) && pictures.has(extensionOf(path))

function checkMedia({ course, media }: CourseFile, paths: ReadonlySet<string>): void {
  if (course.image !== null && !isPicture(course.image, paths)) refuse('image')
  const previousPaths = new Set<string>()
  for (const { path, captions_of, language } of media) {
    const isCaptions = extensionOf(path) === 'vtt'
    if (isCaptions !== (captions_of !== null) || isCaptions !== (language !== null)) refuse(path)
    // Captions must come after their video.
    if (captions_of !== null && !(previousPaths.has(captions_of) && extensionOf(captions_of) === 'mp4')) refuse(path)
    previousPaths.add(path)
  }
}

/** References to components from outside the outline. The final exam is a quiz. */
function checkComponentReferences({ course, final_exam }: CourseFile, components: ReadonlySet<number>): void {
  const { type, value } = course.course_security_options.globalSettings?.frequencySettings ?? {}
  if (type === 'selectedComponent' && !components.has(value ?? 0)) refuse('course_security_options')
  if (final_exam && final_exam.type !== 'Quiz') refuse('final_exam')
}

function checkComponent(component: ArchivedComponent, existingIds: ExistingIds): CheckedComponent {
  const { component_id, type, data, questions } = component
  const path = `component ${component_id}`
  const id = data[ownId[type]]
  if (typeof id !== 'number' || id < 1) refuse(path)
  const componentData = storedData(component, id, path)
  // A card of another kind with such an address was already refused.
  if (sourcesIn(componentData).some((source) => !existingIds.paths.has(source) && !hostedVideoAt(source))) refuse(path)
  if (idsIn(componentData, 'course_question_bank_id').some((bank) => !existingIds.banks.has(bank))) refuse(path)
  if (numbersIn(componentData, 'questions').some((question) => !existingIds.questions.has(question))) refuse(path)
  const pools = (componentData.questionPools ?? []) as readonly unknown[]
  const totals = type === 'Quiz' && pools.length === 0 ? { totalQuestions: questions.length } : {}
  return { ...component, data: { ...componentData, ...totals } }
}

function storedData({ type, data }: ArchivedComponent, id: number, path: string): Data {
  try {
    return mergeData(type, newData(type, id), data)
  } catch (error) {
    if (error instanceof Refusal) refuse(`${path} ${error.issues[0]?.path ?? ''}`.trim())
    throw error
  }
}

/** The numbers in lists of this name, at any depth. */
function numbersIn(value: unknown, field: string): number[] {
  if (Array.isArray(value)) return value.flatMap((inner) => numbersIn(inner, field))
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name === field && Array.isArray(inner)
      ? inner.filter((item): item is number => typeof item === 'number')
      : numbersIn(inner, field),
  )
}
