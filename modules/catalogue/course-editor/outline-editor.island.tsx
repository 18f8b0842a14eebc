import { useState } from 'react'
import { Alert } from '#platform/ui/alert.tsx'
import { Button } from '#platform/ui/button.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { shared } from '#platform/ui/shared.tsx'
import type { MediaUrls } from './course-calls.ts'
import { courseEditorTexts } from './course-editor.texts.ts'
import {
  componentOf,
  newChapter,
  type OutlinePosition,
  outlineLines,
  type StoredOutline,
  withContents,
} from './edited-outline.shared.ts'
import { ChapterItem } from './outline-parts.tsx'
import { nameId, type Rows } from './outline-row.tsx'
import type { Bank } from './question-pools.tsx'
import { SaveState } from './save-state.tsx'
import { keyOf } from './stable-keys.shared.ts'
import { useEditedPart } from './use-edited-part.ts'
import { useFolds } from './use-folds.ts'
import { useNextFocus } from './use-next-focus.ts'
import { useOutline } from './use-outline.ts'
import { useOutlineCopy } from './use-outline-copy.ts'
import { useOutlineDrag } from './use-outline-drag.ts'

type Props = {
  course_id: number
  organization_id: number
  revision: number
  chapters: StoredOutline
  banks: Bank[]
  /** The initially open component. */
  open: number | null
  /** For people who may read but not edit the course. */
  readOnly: boolean
}

/** Edits chapters, sections and components with mouse or keyboard, and saves changes automatically. */
export default island('catalogue/outline-editor', { when: 'load', shares: shared() }, OutlineEditor)

function OutlineEditor({ organization_id, banks, open: first, readOnly, ...stored }: Props) {
  const t = useTexts(courseEditorTexts)
  const [open, setOpen] = useState(first)
  const [media, setMedia] = useState<MediaUrls>({})
  const outlineState = useOutline(stored)
  const { outline, latest, change, edit, editData, loadedData, setLoadedData } = outlineState
  useEditedPart(open === null ? '' : (componentOf(outline, open)?.name ?? ''))
  const copies = useOutlineCopy(outlineState)
  const drag = useOutlineDrag({ outline, change, readOnly })
  const focusOn = useNextFocus()
  const remove = (place: OutlinePosition, name: string) => {
    outlineState.remove(place, name)
    focusOn(undoId)
  }
  const addChapter = () => {
    const addedChapter = newChapter(t('newChapter'))
    change([...latest.current, addedChapter])
    focusOn(nameId(keyOf(addedChapter.chapter_id)))
  }
  const folds = useFolds()
  const parents = outline.flatMap(({ chapter_id, sections }) => [
    keyOf(chapter_id),
    ...sections.map(({ section_id }) => keyOf(section_id)),
  ])
  const library = { organization_id, banks, readOnly, media, setMedia }
  const rows: Rows = {
    outline,
    change,
    edit,
    editData,
    remove,
    ...copies,
    focusOn,
    open,
    setOpen,
    loadedData,
    setLoadedData,
    ...library,
  }
  return (
    <div className="scripted grid max-w-5xl grid-cols-1 gap-4">
      {parents.length > 1 && (
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" size="sm" onClick={() => folds.foldAll([])}>
            {t('expandAll')}
          </Button>
          <Button variant="outline" size="sm" onClick={() => folds.foldAll(parents)}>
            {t('collapseAll')}
          </Button>
        </div>
      )}
      <ol className="grid grid-cols-1 gap-4">
        {outline.map((chapter, index) => (
          <ChapterItem
            key={keyOf(chapter.chapter_id)}
            chapter={chapter}
            at={index}
            rows={rows}
            folds={folds}
            drag={drag}
          />
        ))}
      </ol>
      <div hidden={readOnly}>
        <Button onClick={addChapter}>{t('addChapter')}</Button>
      </div>
      {!readOnly && <OutlineSaves edited={outlineState} focusOn={focusOn} />}
    </div>
  )
}

const undoId = 'undo-delete'

/** The saving state of the outline, the contents that a save could not include, and the undo of the last deletion. */
function OutlineSaves({ edited, focusOn }: { edited: ReturnType<typeof useOutline>; focusOn: Rows['focusOn'] }) {
  const t = useTexts(courseEditorTexts)
  const { saves, lostNames, undone, theirContents } = edited
  return (
    <SaveState saves={saves} describe={outlineLines} complete={(outline) => withContents(outline, theirContents)}>
      {lostNames.length > 0 && (
        <Alert
          variant="attention"
          action={
            <Button variant="outline" size="sm" onClick={edited.dismissLostNames}>
              {t('close')}
            </Button>
          }
        >
          {t('contentsLost', { names: lostNames.join(', ') })}
        </Alert>
      )}
      {undone && (
        <Alert
          action={
            <Button
              id={undoId}
              variant="outline"
              size="sm"
              onClick={() => {
                edited.undo(undone)
                focusOn(nameId(undone.key))
              }}
            >
              {t('undo')}
            </Button>
          }
        >
          {t('deleted', { name: undone.name })}
        </Alert>
      )}
    </SaveState>
  )
}
