import { readComponent } from './course-calls.ts'
import { componentOf, componentsWithData, type EditedOutline, type StoredOutline } from './edited-outline.shared.ts'
import { assignedIds } from './stable-keys.shared.ts'

/** The stored questions of a component. */
async function questionIdsOf(component_id: number): Promise<number[] | null> {
  const component = await readComponent(component_id, 'Quiz')
  return component && questionsIn(component.data).map(({ question_id }) => question_id)
}

const questionsIn = ({ questions }: Record<string, unknown>) => (questions ?? []) as { question_id: number }[]

/** Maps the sent ids of new questions to the server's. */
export async function fetchNewQuestionIds(
  outline: EditedOutline,
  savedOutline: EditedOutline,
): Promise<ReadonlyMap<number, number>> {
  const ids = new Map<number, number>()
  for (const { key, data } of componentsWithData(outline)) {
    const questions = questionsIn(data).map(({ question_id }) => question_id)
    if (questions.every((id) => id > 0)) continue
    const storedIds = await questionIdsOf(componentOf(savedOutline, key)!.component_id)
    for (const [id, assignedId] of assignedIds(questions, storedIds ?? [])) ids.set(id, assignedId)
  }
  return ids
}

/** The stored questions of edited quizzes that still exist, by component id. */
export async function fetchStoredQuestionIds(
  outline: EditedOutline,
  theirs: StoredOutline,
): Promise<ReadonlyMap<number, number[]>> {
  const theirIds = new Set(allComponents(theirs).map(({ component_id }) => component_id))
  const storedIds = new Map<number, number[]>()
  for (const { component_id, data } of componentsWithData(outline)) {
    if (!theirIds.has(component_id) || questionsIn(data).length === 0) continue
    const questionIds = await questionIdsOf(component_id)
    if (questionIds) storedIds.set(component_id, questionIds)
  }
  return storedIds
}

const allComponents = (outline: StoredOutline) =>
  outline.flatMap(({ sections }) => sections.flatMap(({ components }) => components))
