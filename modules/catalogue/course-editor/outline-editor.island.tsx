import { Copy } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { label } from '../../../platform/lookups.ts'
import { Alert } from '../../../platform/ui/alert.tsx'
import { callApi } from '../../../platform/ui/api.ts'
import { Button } from '../../../platform/ui/button.tsx'
import { Input } from '../../../platform/ui/input.tsx'
import { island } from '../../../platform/ui/island.tsx'
import { useLocale, useTexts } from '../../../platform/ui/locale.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import { lk_component_type as typeNames } from '../lookups.shared.ts'
import { ComponentPanel } from './component-panel.tsx'
import { type MediaUrls, readComponent, savedOf } from './course-calls.ts'
import { courseEditorTexts } from './course-editor.texts.ts'
import {
  adoptOutline,
  adoptQuestions,
  type ComponentType,
  changeAt,
  componentOf,
  componentsAt,
  componentsWithData,
  duplicateAt,
  type EditedComponent,
  type EditedOutline,
  editedOutline,
  moveAt,
  moveTo,
  newChapter,
  newComponent,
  newSection,
  outlineLines,
  type Place,
  removeAt,
  renewOutline,
  type StoredOutline,
  sentOutline,
} from './edited-outline.shared.ts'
import { SaveState } from './save-state.tsx'
import { givenIds, keyOf } from './stable-keys.shared.ts'
import { useAutosave } from './use-autosave.ts'
import { useNextFocus } from './use-next-focus.ts'

type Bank = { course_question_bank_id: number; name: string; counts: Record<string, number> }
type Props = {
  course_id: number
  organization_id: number
  revision: number
  chapters: StoredOutline
  banks: Bank[]
  /** The component that is open at first. */
  open: number | null
  /** For those who may read the course and not write it. */
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
  const [dragged, setDragged] = useState<Place | null>(null)
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set())
  const [copying, setCopying] = useState(false)
  /** The names of components whose contents could not be saved over a newer outline. */
  const [bare, setBare] = useState<readonly string[]>([])
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
    // A part that was moved, or could not be read, in the meantime is not copied at all.
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
  const drag = (place: Place): DragProps => ({
    draggable: !readOnly,
    onDragStart: (event) => {
      event.stopPropagation()
      event.dataTransfer.effectAllowed = 'move'
      setDragged(place)
    },
    onDragEnd: () => setDragged(null),
    onDragOver: (event) => {
      if (dragged && fits(dragged, place)) event.preventDefault()
    },
    onDrop: (event) => {
      event.preventDefault()
      event.stopPropagation()
      if (dragged && fits(dragged, place)) change(moveTo(outline, dragged, targetOf(dragged, place, outline)))
      setDragged(null)
    },
  })
  const library = { organization_id, banks, readOnly, media, setMedia }
  const rows = { outline, change, remove, copy, copying, focusOn, open, setOpen, held, setHeld, ...library }
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
        <SaveState saves={saves} describe={outlineLines}>
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
/** The key of what is at a place. */
function keyAt(outline: EditedOutline, { chapter, section, component }: Place): number {
  const inChapter = outline[chapter]!
  if (section === undefined) return keyOf(inChapter.chapter_id)
  const inSection = inChapter.sections[section]!
  return component === undefined ? keyOf(inSection.section_id) : inSection.components[component]!.key
}
const nameId = (key: number) => `name-${key}`

const componentTypes = [
  ['Content', 'addContent', 'newContent'],
  ['Media', 'addMedia', 'newMedia'],
  ['Quiz', 'addQuiz', 'newQuiz'],
  ['Break', 'addBreak', 'newBreak'],
] as const satisfies readonly (readonly [ComponentType, string, string])[]

type DragProps = Pick<
  React.ComponentProps<'li'>,
  'draggable' | 'onDragStart' | 'onDragEnd' | 'onDragOver' | 'onDrop'
> & { onDragStart: (event: DragEvent) => void }

type Rows = {
  outline: EditedOutline
  change: (outline: EditedOutline) => void
  remove: (place: Place, name: string) => void
  copy: (place: Place) => void
  copying: boolean
  focusOn: (id: string) => void
  open: number | null
  setOpen: (key: number | null) => void
  held: Held
  setHeld: (held: (now: Held) => Held) => void
  organization_id: number
  banks: Bank[]
  readOnly: boolean
  media: MediaUrls
  setMedia: (media: (now: MediaUrls) => MediaUrls) => void
}

/** The stored contents of components, by their keys; read when one is opened. */
type Held = Readonly<Record<number, Record<string, unknown>>>

/** What a row of the outline shows. */
type RowProps = Rows & {
  place: Place
  id: string
  name: string
  label: string
  /** Of what has parts: whether they are hidden. */
  folded?: boolean
  onFold?: () => void
}

/** A name with its actions. */
function Row({ place, id, name, label, folded = false, onFold, ...rows }: RowProps) {
  const { outline, change, remove, copy, copying, focusOn, readOnly } = rows
  const t = useTexts(courseEditorTexts)
  // A part that is moved into another parent is rendered again there.
  const move = (by: -1 | 1, button: string) => {
    change(moveAt(outline, place, by))
    focusOn(`${id}-${button}`)
  }
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <div className="flex min-w-0 grow basis-60 items-center gap-2">
        {onFold && (
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={t('fold', { name })}
            aria-expanded={!folded}
            onClick={onFold}
          >
            {folded ? '▸' : '▾'}
          </Button>
        )}
        <span aria-hidden="true" hidden={readOnly} className="cursor-grab px-1 text-muted-foreground">
          ⠿
        </span>
        <Input
          id={id}
          aria-label={label}
          value={name}
          maxLength={200}
          readOnly={readOnly}
          className="min-w-0 flex-1"
          onChange={(event) => change(changeAt(outline, place, { name: event.target.value }))}
        />
      </div>
      <div hidden={readOnly} className="ms-auto flex gap-1">
        <Button
          variant="ghost"
          size="icon-sm"
          id={`${id}-up`}
          aria-label={t('moveUp', { name })}
          onClick={() => move(-1, 'up')}
        >
          ↑
        </Button>
        <Button
          variant="ghost"
          size="icon-sm"
          id={`${id}-down`}
          aria-label={t('moveDown', { name })}
          onClick={() => move(1, 'down')}
        >
          ↓
        </Button>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={t('copy', { name })}
          disabled={copying}
          onClick={() => copy(place)}
        >
          <Copy aria-hidden="true" className="size-4" />
        </Button>
        <Button variant="ghost" size="icon-sm" aria-label={t('remove', { name })} onClick={() => remove(place, name)}>
          ✕
        </Button>
      </div>
    </div>
  )
}

const typeId: Record<ComponentType, number> = { Content: 1, Media: 2, Quiz: 3, Break: 4 }

function ComponentRow({ place, component, ...rows }: Rows & { place: Required<Place>; component: EditedComponent }) {
  const t = useTexts(courseEditorTexts)
  const locale = useLocale()
  const { key, name, timer, type } = component
  const { outline, change, open, setOpen, held, setHeld, organization_id, banks, readOnly, media, setMedia } = rows
  const set = (changes: Partial<EditedComponent>) => change(changeAt(outline, place, changes))
  const isOpen = open === key
  return (
    <div className="grid grid-cols-1 gap-2 rounded-md border p-2">
      <Row
        place={place}
        id={nameId(key)}
        name={name}
        label={`${t('componentName', { n: place.component + 1 })} (${label(typeNames, typeId[type], locale)})`}
        {...rows}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 ps-7 text-sm">
        <span className="text-muted-foreground">{t(`new${type}`)}</span>
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            className="size-4"
            checked={timer.active}
            disabled={readOnly}
            onChange={(event) => set({ timer: { ...timer, active: event.target.checked } })}
          />
          {t('timer')}
        </label>
        {timer.active && (
          <span className="flex w-40 items-center gap-2">
            <Input
              type="number"
              min={0}
              max={86_400}
              readOnly={readOnly}
              aria-label={`${t('timer')}: ${t('seconds')}`}
              value={timer.seconds}
              onChange={(event) =>
                set({ timer: { ...timer, seconds: Math.max(0, Math.round(Number(event.target.value))) } })
              }
            />
            <span aria-hidden="true">{t('secondsShort')}</span>
          </span>
        )}
        <Button
          variant="outline"
          size="sm"
          aria-expanded={isOpen}
          aria-label={t('edit', { name })}
          onClick={() => setOpen(isOpen ? null : key)}
        >
          {isOpen ? t('close') : t('open')}
        </Button>
      </div>
      {isOpen && (
        <ComponentPanel
          component={component}
          held={held[key] ?? null}
          organization_id={organization_id}
          banks={banks}
          readOnly={readOnly}
          media={media}
          onRead={(data, urls) => {
            setHeld((now) => ({ ...now, [key]: data }))
            setMedia((now) => ({ ...now, ...urls }))
          }}
          onChange={(data) => set({ data })}
        />
      )}
    </div>
  )
}

/** An item can be dropped on one of its kind, and into a parent of its kind. */
const fits = (dragged: Place, over: Place): boolean => {
  if (dragged.section === undefined) return over.section === undefined && over.chapter !== dragged.chapter
  if (dragged.component === undefined) return over.component === undefined
  return over.section !== undefined
}

/** An item that is dropped on a parent becomes its last one. */
function targetOf(dragged: Place, over: Place, outline: EditedOutline): Place {
  if (dragged.section === undefined) return over
  if (dragged.component === undefined)
    return over.section === undefined ? { ...over, section: outline[over.chapter]!.sections.length } : over
  if (over.component !== undefined) return over
  return { ...over, component: outline[over.chapter]!.sections[over.section!]!.components.length }
}

/** The questions that are stored of a component. */
async function questionIdsOf(component_id: number): Promise<number[] | null> {
  const stored = await readComponent(component_id, 'Quiz')
  return stored && questionsIn(stored.data).map(({ question_id }) => question_id)
}

const questionsIn = ({ questions }: Record<string, unknown>) => (questions ?? []) as { question_id: number }[]

/** The ids of questions that were sent as new, by the numbers that they were sent with. */
async function newQuestionIds(sent: EditedOutline, saved: EditedOutline): Promise<ReadonlyMap<number, number>> {
  const ids = new Map<number, number>()
  for (const { key, data } of componentsWithData(sent)) {
    const questions = questionsIn(data).map(({ question_id }) => question_id)
    if (questions.every((id) => id > 0)) continue
    const stored = await questionIdsOf(componentOf(saved, key)!.component_id)
    for (const [id, given] of givenIds(questions, stored ?? [])) ids.set(id, given)
  }
  return ids
}

/** The questions that are stored of quizzes that were changed here and are still there, by the ids of their components. */
async function storedQuestions(mine: EditedOutline, theirs: StoredOutline): Promise<ReadonlyMap<number, number[]>> {
  const there = new Set(componentsAll(theirs).map(({ component_id }) => component_id))
  const asked = new Map<number, number[]>()
  for (const { component_id, data } of componentsWithData(mine)) {
    if (!there.has(component_id) || questionsIn(data).length === 0) continue
    const stored = await questionIdsOf(component_id)
    if (stored) asked.set(component_id, stored)
  }
  return asked
}

const componentsAll = (outline: StoredOutline) =>
  outline.flatMap(({ sections }) => sections.flatMap(({ components }) => components))
