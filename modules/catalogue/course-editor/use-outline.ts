import { type RefObject, useRef, useState } from 'react'
import { callApi } from '#platform/ui/api.ts'
import { readContents, savedOf } from './course-calls.ts'
import {
  adoptOutline,
  adoptQuestions,
  alignOutlines,
  type Contents,
  componentsWithData,
  type EditedOutline,
  editedOutline,
  keyAt,
  type Place,
  removeAt,
  renewOutline,
  type StoredOutline,
  sentOutline,
} from './edited-outline.shared.ts'
import { newQuestionIds, storedQuestions } from './outline-questions.ts'
import type { Held } from './outline-row.tsx'
import type { Stored } from './save-value.ts'
import { useAutosave } from './use-autosave.ts'

type Options = { course_id: number; chapters: StoredOutline; revision: number }
/** The outline before a part was deleted, with the part's name and key. */
type RemovedPart = { outline: EditedOutline; name: string; key: number }

/** The edited outline, saved automatically. The last deletion can be undone until the next change. */
export function useOutline({ course_id, chapters, revision }: Options) {
  const [undone, setUndone] = useState<RemovedPart | null>(null)
  const [held, setHeld] = useState<Held>({})
  /** The names of components whose contents could not be saved over a newer outline. */
  const [bare, setBare] = useState<readonly string[]>([])
  /** The stored contents of the edited components, by id; shown beside the own ones in a conflict. */
  const theirContents = useRef<Contents>({})
  const latest: RefObject<EditedOutline> = useRef<EditedOutline>(chapters)
  const saves = useAutosave<EditedOutline>({
    name: `outline:${course_id}`,
    value: chapters,
    revision,
    save: async (outline, basedOn) => {
      const response = await updateOutline(course_id, outline, basedOn)
      if (!response.ok) return savedOf(response, () => ({ revision: 0 }))
      const { course } = response.data
      const saved = editedOutline(course.chapters)
      const questions = await newQuestionIds(outline, adoptOutline(outline, outline, saved, new Map()))
      const components = componentsWithData(outline).map(({ key, data }) => {
        const { modulesForDeletion: _gone, ...settings } = adoptQuestions(data, questions)
        return [key, settings] as const
      })
      setHeld((now) => ({ ...now, ...Object.fromEntries(components) }))
      setUndone((now) => now && { ...now, outline: adoptOutline(now.outline, outline, saved, questions) })
      return {
        kind: 'saved',
        revision: course.revisions.outline ?? 0,
        adopt: (now: EditedOutline) => adoptOutline(now, outline, saved, questions),
      }
    },
    load: async () => {
      const stored = await loadOutline(course_id)
      if (stored) theirContents.current = await readContents(componentsWithData(latest.current))
      return stored
    },
    aligned: ([base, mine, theirs]) => alignOutlines([base, mine, theirs], held, theirContents.current),
    // Contents that were read before may be outdated; those that are edited now go on from the stored ones.
    onMerged: () => setHeld(heldContents(latest.current, theirContents.current)),
    renew: async (theirs) => {
      const storedIds = await storedQuestions(latest.current, theirs)
      return (mine) => {
        const { outline: renewed, bare } = renewOutline(mine, theirs, held, storedIds)
        setBare(bare)
        setUndone(null)
        return renewed
      }
    },
  })
  const outline = saves.value
  latest.current = outline
  const change = (next: EditedOutline) => {
    setUndone(null)
    saves.change(next)
  }
  const remove = (place: Place, name: string) => {
    saves.change(removeAt(outline, place))
    setUndone({ outline, name, key: keyAt(outline, place) })
  }
  const undo = ({ outline: before }: RemovedPart) => {
    saves.change(before)
    setUndone(null)
  }
  return {
    saves,
    outline,
    latest,
    change,
    remove,
    undone,
    undo,
    held,
    setHeld,
    bare,
    dismissBare: () => setBare([]),
    theirContents: theirContents.current,
  }
}

async function loadOutline(course_id: number): Promise<Stored<EditedOutline> | null> {
  const response = await callApi((api) => api.POST('/course/one', { body: { course_id } }), { quiet: true })
  if (!response.ok) return null
  const { chapters, revisions } = response.data.course
  return { value: editedOutline(chapters), revision: revisions.outline ?? 0 }
}

/** Stored contents of the components that are edited, by key. */
const heldContents = (outline: EditedOutline, stored: Contents): Held =>
  Object.fromEntries(
    componentsWithData(outline).flatMap(({ component_id, key }) => {
      const data = stored[component_id]
      return data ? [[key, data]] : []
    }),
  )

function updateOutline(course_id: number, outline: EditedOutline, seen: number | undefined) {
  const chapters = sentOutline(outline)
  const body = { course_id, chapters, ...(seen === undefined ? {} : { revisions: { outline: seen } }) }
  return callApi((api) => api.POST('/course/updateOverview', { body }), { quiet: true })
}
