import { useRef, useState } from 'react'
import { flushReports } from '#modules/catalogue/rich-text/editor/pending-reports.ts'
import { callApi } from '#platform/ui/api.ts'
import { readContents, savedOf } from './course-calls.ts'
import {
  adoptOutline,
  adoptQuestions,
  alignOutlines,
  type Contents,
  componentOf,
  componentsWithData,
  type EditedOutline,
  editedOutline,
  keyAt,
  type Place,
  placeNow,
  removeAt,
  renewOutline,
  type StoredOutline,
  sentOutline,
  withData,
} from './edited-outline.shared.ts'
import { newQuestionIds, storedQuestions } from './outline-questions.ts'
import type { Held } from './outline-row.tsx'
import type { Stored } from './save-value.ts'
import { type Saves, useAutosave } from './use-autosave.ts'

type Options = { course_id: number; chapters: StoredOutline; revision: number }
/** The outline before a part was deleted, with the part's name and key. */
type RemovedPart = { outline: EditedOutline; name: string; key: number }

/** The edited outline, saved automatically. The last deletion can be undone until the next change. */
export function useOutline({ course_id, chapters, revision }: Options) {
  const [undone, setUndone] = useState<RemovedPart | null>(null)
  const [held, showHeld] = useState<Held>({})
  /** The stored contents as of now: a merge needs them before they are rendered. */
  const heldNow = useRef(held)
  const setHeld = (change: (now: Held) => Held) => {
    heldNow.current = change(heldNow.current)
    showHeld(heldNow.current)
  }
  /** The names of components whose contents could not be saved over a newer outline. */
  const [bare, setBare] = useState<readonly string[]>([])
  /** The stored contents of the edited components, by id; shown beside the own ones in a conflict. */
  const theirContents = useRef<Contents>({})
  /** The ids of the components whose stored contents were read for a merge, even if they no longer exist. */
  const readIds = useRef(new Set<number>())
  const saves: Saves<EditedOutline> = useAutosave<EditedOutline>({
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
    load: () => {
      theirContents.current = {}
      readIds.current.clear()
      return loadOutline(course_id)
    },
    // A component may be opened and changed while the contents of others are read.
    prepare: async () => {
      for (;;) {
        flushReports()
        const edited = componentsWithData(saves.latest.current)
        const unread = edited.filter(({ component_id }) => component_id > 0 && !readIds.current.has(component_id))
        if (unread.length === 0) return
        for (const { component_id } of unread) readIds.current.add(component_id)
        theirContents.current = { ...theirContents.current, ...(await readContents(unread)) }
      }
    },
    aligned: ([base, mine, theirs]) => alignOutlines([base, mine, theirs], heldNow.current, theirContents.current),
    onMerged: () => {
      setUndone(null)
      // Contents that were read before may be outdated; those that are edited now go on from the stored ones.
      setHeld(() => heldContents(saves.latest.current, theirContents.current))
    },
    renew: async (theirs) => {
      const storedIds = await storedQuestions(saves.latest.current, theirs)
      return (mine) => {
        const { outline: renewed, bare } = renewOutline(mine, theirs, heldNow.current, storedIds)
        setBare(bare)
        setUndone(null)
        return renewed
      }
    },
  })
  const { value: outline, latest } = saves
  const change = (next: EditedOutline) => {
    setUndone(null)
    saves.change(next)
  }
  const edit = (place: Place, how: (now: EditedOutline, at: Place) => EditedOutline) => {
    const at = placeNow(latest.current, outline, place)
    if (at) change(how(latest.current, at))
  }
  const editData = (key: number, changes: Record<string, unknown>) => {
    const component = componentOf(latest.current, key)
    const data = component?.data ?? heldNow.current[key] ?? (component && component.component_id < 1 ? {} : null)
    // Another author deleted the component, or its content is being read anew.
    if (component && data) change(withData(latest.current, key, { ...data, ...changes }))
  }
  const remove = (place: Place, name: string) => {
    flushReports()
    const before = latest.current
    const at = placeNow(before, outline, place)
    if (!at) return
    saves.change(removeAt(before, at))
    setUndone({ outline: before, name, key: keyAt(before, at) })
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
    edit,
    editData,
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
