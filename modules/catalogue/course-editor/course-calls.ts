import { type ApiResponse, callApi } from '#platform/ui/api.ts'
import { bundledCourses, type ChosenCourse, recommendedCourses } from './chosen-courses.shared.ts'
import { adoptList, type EditedList, renewList } from './edited-list.shared.ts'
import type { ComponentType, Contents, EditedComponent } from './edited-outline.shared.ts'
import { type EditedQuestion, toEditedQuestions, toQuestionInput } from './edited-question.shared.ts'
import type { SaveResult } from './save-value.ts'
import { type SettingsTab, type SettingValues, settingRecord, settingValues } from './settings-fields.shared.ts'

/** Autosave shows errors itself. */
const quietOptions = { quiet: true } as const

/** The result of a save, in the form that autosave expects. */
export function toSaveResult<A, T>(
  response: ApiResponse<A>,
  read: (data: A) => { revision: number; adopt?: (now: T) => T },
): SaveResult<T> {
  if (response.ok) return { kind: 'saved', ...read(response.data) }
  if (response.code === 'CHANGED_MEANWHILE') return { kind: 'conflict' }
  if (response.code === 'NOT_FOUND') return { kind: 'missing' }
  const [issue] = response.issues
  return { kind: 'failed', message: issue ? `${issue.path}: ${issue.message}` : response.message }
}

/** The settings of a tab with its questions. */
export type FormValue = {
  settings: SettingValues
  lists: Partial<Record<ListName, EditedList>>
  /** The bundled or recommended courses; none on other tabs. */
  courses?: readonly ChosenCourse[] | undefined
}
export type ListName = 'registration' | 'security' | 'content'

/** The changes of a list: its current questions, and the deleted ones that are stored. */
export const toListInput = ({ questions, deleted }: EditedList) => ({
  questions: questions.map(toQuestionInput),
  questionsToDelete: deleted,
})

/** Saves a tab's settings with their call. */
export async function saveForm(
  tab: SettingsTab,
  course_id: number,
  sentForm: FormValue,
  revision: number | undefined,
): Promise<SaveResult<FormValue>> {
  const record = settingRecord(tab, sentForm.settings)
  const { registration, security, content } = sentForm.lists
  const course = { course_id }
  const baseRevision = revision === undefined ? {} : { revision }
  switch (tab) {
    case 'registration': {
      const { shippingMethods, ...rest } = record as { shippingMethods: ShippingMethods }
      const list = registration ? toListInput(registration) : {}
      const upsells = sentForm.courses && { courseUpsells: sentForm.courses.map(({ course_id }) => ({ course_id })) }
      const body = { course, ...rest, ...list, ...upsells, shippingMethods: listOf(shippingMethods), ...baseRevision }
      const response = await callApi((api) => api.POST('/course/updateRegistration', { body }), quietOptions)
      return toSaveResult(response, ({ revision, questions }) => ({
        revision,
        adopt: (now: FormValue) => adoptLists(now, sentForm, { registration: toEditedQuestions(questions) }),
      }))
    }
    case 'security': {
      const { methods, ...rest } = record as { methods: Record<string, object> }
      const configuration = {
        ...rest,
        methods: {
          ...methods,
          security_questions: { ...methods.security_questions, ...(security && toListInput(security)) },
          content_questions: { ...methods.content_questions, ...(content && toListInput(content)) },
        },
      }
      const body = { course, configuration, ...baseRevision }
      const response = await callApi((api) => api.POST('/course/updateSecurity', { body }), quietOptions)
      return toSaveResult(response, ({ revision, configuration: savedConfiguration }) => {
        const lists = questionsOfSecurity(savedConfiguration)
        return { revision, adopt: (now: FormValue) => adoptLists(now, sentForm, lists) }
      })
    }
    case 'certificates': {
      const body = { course: { ...course, ...record }, ...baseRevision }
      const response = await callApi((api) => api.POST('/course/updateCertTemplate', { body }), quietOptions)
      return toSaveResult(response, ({ revision }) => ({ revision }))
    }
    case 'support': {
      const body = { ...course, supportConfiguration: record, ...baseRevision }
      const response = await callApi((api) => api.POST('/course/updateSupport', { body }), quietOptions)
      return toSaveResult(response, ({ revision }) => ({ revision }))
    }
    default: {
      const bundle = sentForm.courses && {
        bundled_courses: sentForm.courses.map(({ course_id, required_ind }) => ({
          bundled_course_id: course_id,
          required_ind,
        })),
      }
      const revisions = revision === undefined ? {} : { revisions: { overview: revision } }
      const body = { ...course, ...record, ...bundle, ...revisions }
      const response = await callApi((api) => api.POST('/course/updateOverview', { body }), quietOptions)
      return toSaveResult(response, ({ course }) => ({ revision: course.revisions.overview ?? 0 }))
    }
  }
}

type SavedQuestions = readonly EditedQuestion[]

/** The questions of both security methods, from the responses. */
function questionsOfSecurity(configuration: object) {
  const { methods } = configuration as {
    methods: Record<'security_questions' | 'content_questions', { questions: EditedQuestion[] }>
  }
  return { security: methods.security_questions.questions, content: methods.content_questions.questions }
}

function adoptLists(
  now: FormValue,
  sentForm: FormValue,
  savedConfiguration: Partial<Record<ListName, SavedQuestions>>,
): FormValue {
  const lists = { ...now.lists }
  for (const [name, questions] of Object.entries(savedConfiguration) as [ListName, SavedQuestions][]) {
    const [current, before] = [now.lists[name], sentForm.lists[name]]
    if (current && before) lists[name] = adoptList(current, before, questions)
  }
  return { ...now, lists }
}

/** Prepares a form for overwriting a newer one. */
export const renewForm = (mine: FormValue, theirs: FormValue): FormValue => ({
  ...mine,
  lists: Object.fromEntries(
    Object.entries(mine.lists).map(([name, list]) => [
      name,
      renewList(list, theirs.lists[name as ListName]?.questions ?? []),
    ]),
  ),
})

type ShippingMethods = Readonly<Record<string, { enabled: boolean; price: number }>>

/** Renames shipping methods, which the form identifies by their type. */
const listOf = (methods: ShippingMethods) =>
  Object.entries(methods).map(([value, method]) => ({ value: Number(value), ...method }))

const toEditedList = (questions: readonly object[]): EditedList => ({
  questions: toEditedQuestions(questions),
  deleted: [],
})

/**
 * The version that authors currently edit; its id changes when a draft is created or discarded. Null if the course no
 * longer exists.
 */
export async function fetchCurrentVersion(course_id: number): Promise<number | null> {
  const response = await callApi((api) => api.POST('/course/one', { body: { course_id } }), quietOptions)
  return response.ok ? response.data.course.course_version_id : null
}

/** The stored settings of a tab, with their questions. */
export async function loadForm(
  tab: SettingsTab,
  course_id: number,
): Promise<{ value: FormValue; revision: number } | null> {
  const withLists = (
    record: object,
    revision: number,
    lists: FormValue['lists'] = {},
    courses: FormValue['courses'] = undefined,
  ) => ({
    value: { settings: settingValues(tab, record as Record<string, unknown>), lists, courses },
    revision,
  })
  const course_version_id = await fetchCurrentVersion(course_id)
  if (course_version_id === null) return null
  const body = { course_version_id }
  switch (tab) {
    case 'registration': {
      const response = await callApi((api) => api.POST('/course/getRegistration', { body }), quietOptions)
      if (!response.ok) return null
      const { questions, shippingMethods, revision } = response.data
      const methods = Object.fromEntries(shippingMethods.map((method) => [method.value, method]))
      const settings = { ...response.data, shippingMethods: methods }
      return withLists(
        settings,
        revision,
        { registration: toEditedList(questions) },
        recommendedCourses(response.data.courseUpsells),
      )
    }
    case 'security': {
      const response = await callApi((api) => api.POST('/course/getSecurity', { body }), quietOptions)
      if (!response.ok) return null
      const { security, content } = questionsOfSecurity(response.data.configuration)
      const lists = { security: toEditedList(security), content: toEditedList(content) }
      return withLists(response.data.configuration, response.data.revision, lists)
    }
    case 'support': {
      const query = { course_id }
      const response = await callApi((api) => api.GET('/course/support', { params: { query } }), quietOptions)
      return response.ok ? withLists(JSON.parse(response.data.support) as object, response.data.revision) : null
    }
    default: {
      const response = await callApi((api) => api.POST('/course/one', { body: { course_id } }), quietOptions)
      if (!response.ok) return null
      const { course } = response.data
      const revision = course.revisions[tab === 'certificates' ? tab : 'overview'] ?? 0
      return withLists(course, revision, {}, tab === 'overview' ? bundledCourses(course.bundled_courses) : undefined)
    }
  }
}

type Data = Record<string, unknown>
/** The addresses of files by their source names. */
export type MediaUrls = Readonly<Record<string, string>>

/** A component's content in sendable form, and its files' addresses; null if it can't be read. */
export async function readComponent(
  component_id: number,
  type: ComponentType,
): Promise<{ data: Data; media: MediaUrls } | null> {
  const body = { component_id, type }
  const response = await callApi((api) => api.POST('/course/getComponentLinkedData', { body }), quietOptions)
  if (!response.ok) return null
  const { totalQuestions: _counted, ...data } = response.data.data.data as Data
  return { data, media: response.data.data.media }
}

/** The stored content of these components by id; new and unreadable ones are left out. */
export async function readContents(
  components: readonly Pick<EditedComponent, 'component_id' | 'type'>[],
): Promise<Contents> {
  const storedComponents = components.filter(({ component_id }) => component_id > 0)
  const entries = await Promise.all(
    storedComponents.map(
      async ({ component_id, type }) => [component_id, (await readComponent(component_id, type))?.data] as const,
    ),
  )
  return Object.fromEntries(
    entries.filter((entry): entry is [number, Record<string, unknown>] => entry[1] !== undefined),
  )
}
