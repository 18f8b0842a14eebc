import type { Question } from '#modules/catalogue/questions/question.schema.ts'
import {
  hasQuestionChanges,
  listQuestionsOf,
  reserveIds,
  saveQuestions,
} from '#modules/catalogue/questions/save-questions.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { mergeData, newData, sameData } from './component-data.ts'
import {
  type ChapterInput,
  type ComponentData,
  type ComponentInput,
  componentTypeNames,
  maxComponents,
  type OutlineChapter,
} from './outline.schema.ts'
import { listData, readOutline, type StoredRows } from './outline.sql.ts'
import { describeChanges } from './outline-log.ts'
import {
  deleteComponents,
  deleteParts,
  insertComponents,
  putFinalExamLast,
  updateComponents,
  upsertChapters,
  upsertSections,
} from './outline-rows.sql.ts'
import { withQuizIds } from './quiz-ids.ts'
import { archiveParts, listRemovedParts, type RemovedParts, restoreQuestions } from './removed-parts.sql.ts'

type Data = Readonly<Record<string, unknown>>
type SentData = { component_id: number; sent: ComponentData; data: Data; changed: boolean; stored: Question[] }

/** A sent outline, compared with the stored one. */
export type OutlinePlan = {
  before: readonly OutlineChapter[]
  /** The rows that `before` was read from. */
  rows: StoredRows
  /** The outline as the next read will return it. */
  after: readonly OutlineChapter[]
  /** New components with their data, including deleted ones that are restored. */
  added: ReadonlyMap<number, Data>
  removed: RemovedParts
  data: readonly SentData[]
  /** The sentences for the history; empty if nothing changed. */
  sentences: readonly string[]
}

/**
 * Compares an outline with that of a version: assigns ids to new items and describes the changes, but writes nothing.
 * The sent outline is complete: omitted items are deleted, and previously deleted ones restored. Throws notFound for
 * foreign ids, after `onUnknown`.
 */
export async function planOutline(
  ctx: Ctx,
  course_version_id: number,
  sentBody: readonly ChapterInput[],
  onUnknown: () => void,
): Promise<OutlinePlan> {
  const { outline: before, rows } = await readOutline(ctx, course_version_id)
  if (componentsOf(sentBody).length > maxComponents) throw errors.invalid()
  const ids = await takeOutlineIds(ctx, course_version_id, before, sentBody, onUnknown)
  const { removed } = ids
  const { after, added, withData } = arrange(sentBody, ids)
  requireUniqueParts(after)

  const previousData = await listData(
    ctx,
    course_version_id,
    withData.map(({ component_id }) => component_id),
  )
  const data: SentData[] = []
  for (const { component_id, sent } of withData) {
    const previous = previousData.get(component_id) ?? added.get(component_id)!
    data.push(await planData(ctx, course_version_id, component_id, previous, sent))
  }
  const updatedIds = new Set(data.flatMap(({ component_id, changed }) => (changed ? [component_id] : [])))
  for (const component_id of added.keys()) updatedIds.delete(component_id)
  return { before, rows, after, added, removed, data, sentences: describeChanges(before, after, updatedIds) }
}

const isNew = (id: number | null | undefined) => !id || id < 1

const componentsOf = <C>(chapters: readonly { sections: readonly { components: readonly C[] }[] }[]): C[] =>
  chapters.flatMap(({ sections }) => sections.flatMap(({ components }) => components))

type OutlineComponent = OutlineChapter['sections'][number]['components'][number]
type IdSet = { has(id: number): boolean }
type OutlineIds = {
  stored: { chapters: IdSet; sections: IdSet; components: ReadonlyMap<number, OutlineComponent> }
  removed: RemovedParts
  /** An id for a new item. */
  takeNewId: () => number
  /** The id of a part: a new one, or its own if it is stored or was deleted before; throws notFound for any other. */
  idOf: (id: number | null | undefined, knownIds: IdSet, goneIds: IdSet) => number
}

async function takeOutlineIds(
  ctx: Ctx,
  course_version_id: number,
  before: readonly OutlineChapter[],
  sentBody: readonly ChapterInput[],
  onUnknown: () => void,
): Promise<OutlineIds> {
  const storedCourse = {
    chapters: new Set(before.map(({ chapter_id }) => chapter_id)),
    sections: new Set(before.flatMap(({ sections }) => sections.map(({ section_id }) => section_id))),
    components: new Map(componentsOf(before).map((component) => [component.component_id, component])),
  }
  const sentComponents = componentsOf(sentBody).map(({ component_id }) => component_id)
  const sentParts = sentBody.flatMap(({ chapter_id, sections }) => [
    chapter_id,
    ...sections.map((section) => section.section_id),
  ])
  // A new component takes two ids: its own, and one for its content.
  const count = sentParts.filter(isNew).length + sentComponents.filter(isNew).length * 2
  const newIds = await reserveIds(ctx, count)
  const storedIds = new Set([...storedCourse.chapters, ...storedCourse.sections, ...storedCourse.components.keys()])
  const unknown = [...sentParts, ...sentComponents].filter((id): id is number => !isNew(id) && !storedIds.has(id!))
  const removedParts = await listRemovedParts(ctx, course_version_id, unknown)
  const takeNewId = () => newIds.shift()!
  const idOf: OutlineIds['idOf'] = (id, knownIds, goneIds) => {
    if (isNew(id)) return takeNewId()
    if (!knownIds.has(id!) && !goneIds.has(id!)) {
      onUnknown()
      throw errors.notFound()
    }
    return id!
  }
  return { stored: storedCourse, removed: removedParts, takeNewId, idOf }
}

/** The sent outline with all ids, its new components with their data, and the components that came with content. */
function arrange(body: readonly ChapterInput[], { stored, removed, takeNewId, idOf }: OutlineIds) {
  const addedData = new Map<number, Data>()
  const withData: { component_id: number; sent: ComponentInput }[] = []
  const componentAt = (component: ComponentInput, order: number): OutlineComponent => {
    const component_id = idOf(component.component_id, stored.components, removed.components)
    const removedComponent = removed.components.get(component_id)
    const previous = stored.components.get(component_id) ?? removedComponent
    if (previous && previous.type !== component.type) throw errors.invalid()
    if (removedComponent) addedData.set(component_id, removedComponent.data)
    else if (!previous) addedData.set(component_id, newData(component.type, takeNewId()))
    if (component.data) withData.push({ component_id, sent: component })
    return {
      component_id,
      name: component.name,
      type: component.type,
      order,
      lk_component_type_id: componentTypeNames.indexOf(component.type) + 1,
      timer: component.timer ?? previous?.timer ?? { active: false, seconds: 0 },
    }
  }
  const after = body.map(
    (chapter, n): OutlineChapter => ({
      chapter_id: idOf(chapter.chapter_id, stored.chapters, removed.chapters),
      name: chapter.name,
      order: n + 1,
      type: 'chapter',
      expanded: true,
      sections: chapter.sections.map((section, m) => ({
        section_id: idOf(section.section_id, stored.sections, removed.sections),
        name: section.name,
        order: m + 1,
        type: 'section',
        expanded: true,
        components: section.components.map((component, k) => componentAt(component, k + 1)),
      })),
    }),
  )
  return { after, added: addedData, withData }
}

async function planData(
  ctx: Ctx,
  course_version_id: number,
  component_id: number,
  previous: Data,
  { type, data }: Pick<ComponentInput, 'type' | 'data'>,
): Promise<SentData> {
  const newData = data!
  const merged = await withQuizIds(ctx, previous, mergeData(type, previous, newData))
  const sendsQuestions = type === 'Quiz' && (newData.questions || newData.modulesForDeletion)
  const storedQuestions = sendsQuestions
    ? await listQuestionsOf(ctx, course_version_id, { used_in: 'quiz', quiz_id: Number(previous.quiz_id) })
    : []
  const changed =
    !sameData(previous, merged) ||
    Boolean(
      sendsQuestions && hasQuestionChanges(storedQuestions, newData.questions ?? [], newData.modulesForDeletion ?? []),
    )
  return { component_id, sent: newData, data: merged, changed, stored: storedQuestions }
}

/** Compares one component's sent and stored data; for the final exam, which is outside the outline. */
export const planComponent = planData

/** Throws if an item is in two places. */
function requireUniqueParts(chapters: readonly OutlineChapter[]): void {
  const ids = chapters.flatMap(({ chapter_id, sections }) => [
    `chapter:${chapter_id}`,
    ...sections.flatMap(({ section_id, components }) => [
      `section:${section_id}`,
      ...components.map(({ component_id }) => `component:${component_id}`),
    ]),
  ])
  if (new Set(ids).size < ids.length) throw errors.invalid()
}

/**
 * Writes the changed rows to a draft, one statement per kind: a course has hundreds of components, and a save usually
 * changes one. The course stays locked from the time the stored rows are read, so a draft created in between is a copy
 * of exactly those rows. Returns whether the course's minimum time may have changed.
 */
export async function writeOutline(ctx: Ctx, course_version_id: number, plan: OutlinePlan): Promise<boolean> {
  const { rows: storedRows, after, added } = plan
  const { chapters, sections, components } = rowsOf(after)
  await upsertChapters(
    ctx,
    course_version_id,
    chapters.filter((row) => differs(row, storedRows.chapters.get(row.chapter_id))),
  )
  await upsertSections(
    ctx,
    course_version_id,
    sections.filter((row) => differs(row, storedRows.sections.get(row.section_id))),
  )
  const removedIds = {
    chapter: removedFrom(storedRows.chapters, new Set(chapters.map((row) => row.chapter_id))),
    section: removedFrom(storedRows.sections, new Set(sections.map((row) => row.section_id))),
    component: removedFrom(storedRows.components, new Set(components.map((row) => row.component_id))),
  }
  await archiveParts(ctx, course_version_id, removedIds)
  await deleteComponents(ctx, course_version_id, removedIds.component)
  const changedRows = components.filter((row) => {
    const previous = storedRows.components.get(row.component_id)
    return previous && differs(row, previous)
  })
  await updateComponents(ctx, course_version_id, changedRows)
  const newComponents = components.filter((row) => added.has(row.component_id))
  await insertComponents(ctx, course_version_id, newComponents, added)
  await restoreQuestions(ctx, course_version_id, [...plan.removed.components.keys()])
  await deleteParts(ctx, course_version_id, removedIds)
  if (components.length !== storedRows.components.size)
    await putFinalExamLast(ctx, course_version_id, components.length + 1)
  for (const sentData of plan.data) if (sentData.changed) await writeData(ctx, course_version_id, sentData)
  const timersChanged = changedRows.some(({ component_id, timer_active_ind, timer_seconds }) =>
    differs({ timer_active_ind, timer_seconds }, timerOf(storedRows.components.get(component_id)!)),
  )
  return timersChanged || newComponents.length + removedIds.component.length > 0
}

/** The rows of an outline; components are numbered through all of it. */
function rowsOf(outline: readonly OutlineChapter[]) {
  const chapters = outline.map(({ chapter_id, order, name }) => ({ chapter_id, position: order, name }))
  const sections = outline.flatMap(({ chapter_id, sections }) =>
    sections.map(({ section_id, order, name }) => ({ section_id, chapter_id, position: order, name })),
  )
  const components = outline
    .flatMap(({ sections }) =>
      sections.flatMap(({ section_id, components }) => components.map((component) => ({ ...component, section_id }))),
    )
    .map(({ timer, ...component }, index) => ({
      ...component,
      position: index + 1,
      timer_active_ind: timer.active,
      timer_seconds: timer.seconds,
    }))
  return { chapters, sections, components }
}

const timerOf = ({ timer_active_ind, timer_seconds }: { timer_active_ind: boolean; timer_seconds: number }) => ({
  timer_active_ind,
  timer_seconds,
})

/** Whether a new row differs from the stored one, in the stored columns. */
const differs = (row: object, storedRow: object | undefined): boolean =>
  !storedRow || Object.entries(storedRow).some(([column, value]) => (row as Record<string, unknown>)[column] !== value)

const removedFrom = (storedRow: ReadonlyMap<number, unknown>, keptIds: ReadonlySet<number>): number[] =>
  [...storedRow.keys()].filter((id) => !keptIds.has(id))

/** Writes one component's data, and a quiz's questions. */
export async function writeData(
  ctx: Ctx,
  course_version_id: number,
  { component_id, sent, data }: Pick<SentData, 'component_id' | 'sent' | 'data'>,
): Promise<void> {
  const { sql } = ctx
  await sql`
    update catalogue.component set data = ${sql.json(data)}
    where course_version_id = ${course_version_id} and component_id = ${component_id}`
  if (!sent.questions && !sent.modulesForDeletion) return
  const listKey = { used_in: 'quiz' as const, quiz_id: Number(data.quiz_id) }
  await saveQuestions(ctx, course_version_id, listKey, sent.questions ?? [], sent.modulesForDeletion ?? [])
  if (data.questionPools && (data.questionPools as readonly unknown[]).length > 0) return
  await sql`
    update catalogue.component c
    set data = jsonb_set(c.data, '{totalQuestions}', to_jsonb((
      select count(*) from catalogue.question q
      where q.course_version_id = c.course_version_id and q.quiz_id = ${listKey.quiz_id} and q.used_in = 'quiz')))
    where c.course_version_id = ${course_version_id} and c.component_id = ${component_id}`
}
