import { useRef, useState } from 'react'
import { Alert } from '#platform/ui/alert.tsx'
import { callApi } from '#platform/ui/api.ts'
import { Button } from '#platform/ui/button.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { toast } from '#platform/ui/toast.ts'
import { type MediaUrls, readComponent, readContents, savedOf } from './course-calls.ts'
import { courseEditorTexts } from './course-editor.texts.ts'
import {
  adoptOutline,
  adoptQuestions,
  type ComponentType,
  type Contents,
  changeAt,
  componentsAt,
  componentsWithData,
  duplicateAt,
  type EditedOutline,
  editedOutline,
  newChapter,
  newComponent,
  newSection,
  outlineLines,
  type Place,
  removeAt,
  renewOutline,
  type StoredOutline,
  sentOutline,
  withContents,
} from './edited-outline.shared.ts'
import { newQuestionIds, storedQuestions } from './outline-questions.ts'
import { ComponentRow, type Held, nameId, Row, type Rows } from './outline-row.tsx'
import type { Bank } from './quiz-fields.tsx'
import { SaveState } from './save-state.tsx'
import { keyOf } from './stable-keys.shared.ts'
import { useAutosave } from './use-autosave.ts'
import { useNextFocus } from './use-next-focus.ts'
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

/** Chapters, sections and components: written, moved and deleted with mouse or keyboard, and saved while they change. */
export default island('catalogue/outline-editor', { when: 'load' }, OutlineEditor)

function OutlineEditor({ course_id, organization_id, revision, chapters, banks, open: first, readOnly }: Props) {
  const t = useTexts(courseEditorTexts)
  const [open, setOpen] = useState(first)
  const [undone, setUndone] = useState<{ outline: EditedOutline; name: string; key: number } | null>(null)
  const [held, setHeld] = useState<Held>({})
  const [media, setMedia] = useState<MediaUrls>({})
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set())
  const [copying, setCopying] = useState(false)
  /** The names of components whose content could not be saved over a newer outline. */
  const [bare, setBare] = useState<readonly string[]>([])
  /** The stored content of the edited components by id; shown for comparison in a conflict. */
  const [theirContents, setTheirContents] = useState<Contents>({})
  const latest = useRef<EditedOutline>(chapters)
  const saves = useAutosave<EditedOutline>({
    name: `outline:${course_id}`,
    value: chapters,
    revision,
    save: async (sent, seen) => {
      const chapters = sentOutline(sent)
      const body = { course_id, chapters, ...(seen === undefined ? {} : { revisions: { outline: seen } }) }
      const answer = await callApi((api) => api.POST('/course/updateOverview', { body: body as never }), {
        quiet: true,
      })
      if (!answer.ok) return savedOf(answer, () => ({ revision: 0 }))
      const { course } = answer.data
      const saved = editedOutline(course.chapters)
      const bare = adoptOutline(sent, sent, saved, new Map())
      const questions = await newQuestionIds(sent, bare)
      const written = componentsWithData(sent).map(({ key, data }) => {
        const { modulesForDeletion: _gone, ...kept } = adoptQuestions(data, questions)
        return [key, kept] as const
      })
      setHeld((now) => ({ ...now, ...Object.fromEntries(written) }))
      setUndone((now) => now && { ...now, outline: adoptOutline(now.outline, sent, saved, questions) })
      return {
        kind: 'saved',
        revision: course.revisions.outline ?? 0,
        adopt: (now: EditedOutline) => adoptOutline(now, sent, saved, questions),
      }
    },
    load: async () => {
      const answer = await callApi((api) => api.POST('/course/one', { body: { course_id } }), { quiet: true })
      if (!answer.ok) return null
      setTheirContents(await readContents(componentsWithData(latest.current)))
      return { value: editedOutline(answer.data.course.chapters), revision: answer.data.course.revisions.outline ?? 0 }
    },
    renew: async (theirs) => {
      const asked = await storedQuestions(latest.current, theirs)
      return (mine) => {
        const { outline: renewed, bare } = renewOutline(mine, theirs, held, asked)
        setBare(bare)
        setUndone(null)
        return renewed
      }
    },
  })
  const focusOn = useNextFocus()
  const outline = saves.value
  const change = (next: EditedOutline) => {
    setUndone(null)
    saves.change(next)
  }
  const remove = (place: Place, name: string) => {
    const before = outline
    saves.change(removeAt(outline, place))
    setUndone({ outline: before, name, key: keyAt(before, place) })
    focusOn(undoId)
  }
  latest.current = outline
  const copy = async (place: Place) => {
    const wanted = componentsAt(outline, place)
    const data = new Map<number, Record<string, unknown>>()
    setCopying(true)
    for (const { key, component_id, type, data: changed } of wanted) {
      const found = changed ?? held[key] ?? (component_id < 1 ? {} : (await readComponent(component_id, type))?.data)
      if (found) data.set(key, found)
    }
    setCopying(false)
    const now = latest.current
    // A part that was moved meanwhile, or can't be read, is not copied.
    const same = componentsAt(now, place).map(({ key }) => key)
    if (String(same) !== String(wanted.map(({ key }) => key)) || data.size < wanted.length)
      return toast({ kind: 'error', text: t('notCopied') })
    change(duplicateAt(now, place, data))
  }
  const fold = (id: number) =>
    setFolded((now) => (now.has(id) ? new Set([...now].filter((one) => one !== id)) : new Set([...now, id])))
  const parents = outline.flatMap(({ chapter_id, sections }) => [
    keyOf(chapter_id),
    ...sections.map(({ section_id }) => keyOf(section_id)),
  ])
  const drag = useOutlineDrag({ outline, change, readOnly })
  const library = { organization_id, banks, readOnly, media, setMedia }
  const rows: Rows = { outline, change, remove, copy, copying, focusOn, open, setOpen, held, setHeld, ...library }
  return (
    <div className="scripted grid max-w-5xl grid-cols-1 gap-4">
      {parents.length > 1 && (
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" size="sm" onClick={() => setFolded(new Set())}>
            {t('expandAll')}
          </Button>
          <Button variant="outline" size="sm" onClick={() => setFolded(new Set(parents))}>
            {t('collapseAll')}
          </Button>
        </div>
      )}
      <ol className="grid grid-cols-1 gap-4">
        {outline.map((chapter, c) => (
          <li
            key={keyOf(chapter.chapter_id)}
            className="grid grid-cols-1 gap-3 rounded-lg border bg-card p-3"
            {...drag({ chapter: c })}
          >
            <Row
              place={{ chapter: c }}
              id={nameId(keyOf(chapter.chapter_id))}
              name={chapter.name}
              label={t('chapterName', { n: c + 1 })}
              folded={folded.has(keyOf(chapter.chapter_id))}
              onFold={() => fold(keyOf(chapter.chapter_id))}
              {...rows}
            />
            <ol
              hidden={folded.has(keyOf(chapter.chapter_id))}
              className="grid grid-cols-1 gap-3 border-s-2 ps-2 sm:ps-3"
            >
              {chapter.sections.map((section, s) => (
                <li
                  key={keyOf(section.section_id)}
                  className="grid grid-cols-1 gap-2"
                  {...drag({ chapter: c, section: s })}
                >
                  <Row
                    place={{ chapter: c, section: s }}
                    id={nameId(keyOf(section.section_id))}
                    name={section.name}
                    label={t('sectionName', { n: s + 1 })}
                    folded={folded.has(keyOf(section.section_id))}
                    onFold={() => fold(keyOf(section.section_id))}
                    {...rows}
                  />
                  <ol
                    hidden={folded.has(keyOf(section.section_id))}
                    className="grid grid-cols-1 gap-2 border-s-2 ps-2 sm:ps-3"
                  >
                    {section.components.map((component, k) => (
                      <li key={component.key} {...drag({ chapter: c, section: s, component: k })}>
                        <ComponentRow
                          place={{ chapter: c, section: s, component: k }}
                          component={component}
                          {...rows}
                        />
                      </li>
                    ))}
                  </ol>
                  <div hidden={readOnly || folded.has(keyOf(section.section_id))} className="flex flex-wrap gap-2 ps-3">
                    {componentTypes.map(([type, add, name]) => (
                      <Button
                        key={type}
                        variant="outline"
                        size="sm"
                        onClick={() => {
                          const added = newComponent(type, t(name))
                          change(
                            changeAt(
                              outline,
                              { chapter: c, section: s },
                              { components: [...section.components, added] },
                            ),
                          )
                          setOpen(added.key)
                          focusOn(nameId(added.key))
                        }}
                      >
                        {t(add)}
                      </Button>
                    ))}
                  </div>
                </li>
              ))}
            </ol>
            <div hidden={readOnly || folded.has(keyOf(chapter.chapter_id))}>
              <Button
                variant="outline"
                size="sm"
                onClick={() => {
                  const added = newSection(t('newSection'))
                  change(changeAt(outline, { chapter: c }, { sections: [...chapter.sections, added] }))
                  focusOn(nameId(keyOf(added.section_id)))
                }}
              >
                {t('addSection')}
              </Button>
            </div>
          </li>
        ))}
      </ol>
      <div hidden={readOnly}>
        <Button
          onClick={() => {
            const added = newChapter(t('newChapter'))
            change([...outline, added])
            focusOn(nameId(keyOf(added.chapter_id)))
          }}
        >
          {t('addChapter')}
        </Button>
      </div>
      {!readOnly && (
        <SaveState saves={saves} describe={outlineLines} complete={(theirs) => withContents(theirs, theirContents)}>
          {bare.length > 0 && (
            <Alert
              variant="attention"
              action={
                <Button variant="outline" size="sm" onClick={() => setBare([])}>
                  {t('close')}
                </Button>
              }
            >
              {t('contentsLost', { names: bare.join(', ') })}
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
                    saves.change(undone.outline)
                    setUndone(null)
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
      )}
    </div>
  )
}

const undoId = 'undo-delete'
/** The key of the part at a place. */
function keyAt(outline: EditedOutline, { chapter, section, component }: Place): number {
  const inChapter = outline[chapter]!
  if (section === undefined) return keyOf(inChapter.chapter_id)
  const inSection = inChapter.sections[section]!
  return component === undefined ? keyOf(inSection.section_id) : inSection.components[component]!.key
}

const componentTypes = [
  ['Content', 'addContent', 'newContent'],
  ['Media', 'addMedia', 'newMedia'],
  ['Quiz', 'addQuiz', 'newQuiz'],
  ['Break', 'addBreak', 'newBreak'],
] as const satisfies readonly (readonly [ComponentType, string, string])[]
