import { type RefObject, useRef, useState } from 'react'
import { flushReports } from '#modules/catalogue/rich-text/editor/pending-reports.ts'
import { callApi } from '#platform/ui/api.ts'
import { alignOutlines } from './align-outlines.shared.ts'
import { readContents, toSaveResult } from './course-calls.ts'
import {
  adoptOutline,
  adoptQuestions,
  type Contents,
  componentOf,
  componentsWithData,
  currentPlace,
  type EditedOutline,
  keyAt,
  type OutlinePosition,
  removeAt,
  renewOutline,
  type StoredOutline,
  toOutlineInput,
  toStoredOutline,
  withData,
} from './edited-outline.shared.ts'
import { fetchNewQuestionIds, fetchStoredQuestionIds } from './outline-questions.ts'
import type { LoadedData } from './outline-row.tsx'
import type { StoredValue } from './save-value.ts'
import { type Saves, useAutosave } from './use-autosave.ts'

type Options = { course_id: number; chapters: StoredOutline; revision: number }
/** The outline before a part was deleted, with the part's name and key. */
type RemovedPart = { outline: EditedOutline; name: string; key: number }

/** The edited outline, saved automatically. The last deletion can be undone until the next change. */
export function useOutline({ course_id, chapters, revision }: Options) {
  const [undone, setUndone] = useState<RemovedPart | null>(null)
  const contents = useContents()
  const { latestData, setLoadedData } = contents
  /** The names of components whose contents could not be saved over a newer outline. */
  const [lostNames, setLostNames] = useState<readonly string[]>([])
  const saves: Saves<EditedOutline> = useAutosave<EditedOutline>({
    name: `outline:${course_id}`,
    value: chapters,
    revision,
    save: async (outline, basedOn) => {
      const response = await updateOutline(course_id, outline, basedOn)
      if (!response.ok) return toSaveResult(response, () => ({ revision: 0 }))
      const { course } = response.data
      const savedOutline = toStoredOutline(course.chapters)
      const questions = await fetchNewQuestionIds(outline, adoptOutline(outline, outline, savedOutline, new Map()))
      const components = componentsWithData(outline).map(({ key, data }) => {
        const { modulesForDeletion: _deleted, ...settings } = adoptQuestions(data, questions)
        return [key, settings] as const
      })
      setLoadedData((now) => ({ ...now, ...Object.fromEntries(components) }))
      setUndone((now) => now && { ...now, outline: adoptOutline(now.outline, outline, savedOutline, questions) })
      return {
        kind: 'saved',
        revision: course.revisions.outline ?? 0,
        adopt: (now: EditedOutline) => adoptOutline(now, outline, savedOutline, questions),
      }
    },
    load: () => {
      contents.forget()
      return loadOutline(course_id)
    },
    prepare: () => contents.read(saves.latest),
    align: (versions) => alignOutlines(versions, latestData.current, contents.stored.current),
    onMerged: () => {
      setUndone(null)
      // Contents that were read before may be outdated; those that are edited now go on from the stored ones.
      setLoadedData(() => loadedDataOf(saves.latest.current, contents.stored.current))
    },
    renew: async (theirs) => {
      const storedIds = await fetchStoredQuestionIds(saves.latest.current, theirs)
      return (mine) => {
        const { outline: renewed, lostNames: names } = renewOutline(mine, theirs, latestData.current, storedIds)
        setLostNames(names)
        setUndone(null)
        return renewed
      }
    },
  })
  const edits = outlineEdits(saves, latestData, setUndone)
  return {
    saves,
    outline: saves.value,
    latest: saves.latest,
    ...edits,
    undone,
    loadedData: contents.loadedData,
    setLoadedData,
    lostNames,
    dismissLostNames: () => setLostNames([]),
    theirContents: contents.stored.current,
  }
}

/** The stored contents of components: those read by their panels, and those that another author saved. */
function useContents() {
  const [loadedData, showLoadedData] = useState<LoadedData>({})
  /** By key, as of now: a merge needs them before they are rendered. */
  const latestData = useRef(loadedData)
  /**
   * The contents of the edited components in the other author's version, by id; shown beside this author's in a
   * conflict.
   */
  const storedRef = useRef<Contents>({})
  /** The ids of the components that were read for a merge, even if they no longer exist. */
  const readIds = useRef(new Set<number>())
  return {
    loadedData,
    latestData,
    stored: storedRef,
    setLoadedData(change: (now: LoadedData) => LoadedData) {
      latestData.current = change(latestData.current)
      showLoadedData(latestData.current)
    },
    forget() {
      storedRef.current = {}
      readIds.current.clear()
    },
    /** Reads the stored contents of all edited components; one may be opened and changed while others are read. */
    async read(latestRef: RefObject<EditedOutline>) {
      for (;;) {
        flushReports()
        const edited = componentsWithData(latestRef.current)
        const unread = edited.filter(({ component_id }) => component_id > 0 && !readIds.current.has(component_id))
        if (unread.length === 0) return
        for (const { component_id } of unread) readIds.current.add(component_id)
        const contents = await readContents(unread)
        storedRef.current = { ...storedRef.current, ...contents }
      }
    },
  }
}

/**
 * The changes of an author, each applied to the current outline: another version may be merged before it is rendered.
 */
function outlineEdits(
  saves: Saves<EditedOutline>,
  latestData: RefObject<LoadedData>,
  setUndone: (removedPart: RemovedPart | null) => void,
) {
  const { value: outline, latest } = saves
  const change = (next: EditedOutline) => {
    setUndone(null)
    saves.change(next)
  }
  const edit = (place: OutlinePosition, apply: (now: EditedOutline, position: OutlinePosition) => EditedOutline) => {
    const position = currentPlace(latest.current, outline, place)
    if (position) change(apply(latest.current, position))
  }
  const editData = (key: number, changes: Record<string, unknown>) => {
    const component = componentOf(latest.current, key)
    const data = component?.data ?? latestData.current[key] ?? (component && component.component_id < 1 ? {} : null)
    // Another author deleted the component, or its content is being read again.
    if (component && data) change(withData(latest.current, key, { ...data, ...changes }))
  }
  const remove = (place: OutlinePosition, name: string) => {
    flushReports()
    const before = latest.current
    const position = currentPlace(before, outline, place)
    if (!position) return
    saves.change(removeAt(before, position))
    setUndone({ outline: before, name, key: keyAt(before, position) })
  }
  const undo = ({ outline: before }: RemovedPart) => {
    saves.change(before)
    setUndone(null)
  }
  return { change, edit, editData, remove, undo }
}

async function loadOutline(course_id: number): Promise<StoredValue<EditedOutline> | null> {
  const response = await callApi((api) => api.POST('/course/one', { body: { course_id } }), { quiet: true })
  if (!response.ok) return null
  const { chapters, revisions } = response.data.course
  return { value: toStoredOutline(chapters), revision: revisions.outline ?? 0 }
}

/** Stored contents of the components that are edited, by key. */
const loadedDataOf = (outline: EditedOutline, storedContents: Contents): LoadedData =>
  Object.fromEntries(
    componentsWithData(outline).flatMap(({ component_id, key }) => {
      const data = storedContents[component_id]
      return data ? [[key, data]] : []
    }),
  )

function updateOutline(course_id: number, outline: EditedOutline, baseRevision: number | undefined) {
  const chapters = toOutlineInput(outline)
  const body = { course_id, chapters, ...(baseRevision === undefined ? {} : { revisions: { outline: baseRevision } }) }
  return callApi((api) => api.POST('/course/updateOverview', { body }), { quiet: true })
}
