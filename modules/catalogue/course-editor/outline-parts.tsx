import { Button } from '#platform/ui/button.tsx'
import { cn } from '#platform/ui/cn.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { courseEditorTexts } from './course-editor.texts.ts'
import {
  type ComponentType,
  changeAt,
  componentsAt,
  type EditedOutline,
  newComponent,
  newSection,
  type OutlinePosition,
} from './edited-outline.shared.ts'
import { ComponentRow, nameId, Row, type Rows } from './outline-row.tsx'
import { keyOf } from './stable-keys.shared.ts'
import type { Folds } from './use-folds.ts'
import { dropClasses, type useOutlineDrag } from './use-outline-drag.ts'

type Chapter = EditedOutline[number]
type Section = Chapter['sections'][number]
type SectionPlace = Required<Pick<OutlinePosition, 'chapter' | 'section'>>
type Parts = { rows: Rows; folds: Folds; drag: ReturnType<typeof useOutlineDrag> }

/** A chapter with its sections. */
export function ChapterItem({ chapter, at, ...parts }: Parts & { chapter: Chapter; at: number }) {
  const t = useTexts(courseEditorTexts)
  const { rows, folds, drag } = parts
  const key = keyOf(chapter.chapter_id)
  const folded = folds.isFolded(key)
  const place = { chapter: at }
  const addSection = () => {
    const addedSection = newSection(t('newSection'))
    rows.edit(place, (now, current) =>
      changeAt(now, current, { sections: [...now[current.chapter]!.sections, addedSection] }),
    )
    rows.focusOn(nameId(keyOf(addedSection.section_id)))
  }
  return (
    <li className={cn('grid grid-cols-1 gap-3 rounded-lg border bg-card p-3', dropClasses)} {...drag(place)}>
      <Row
        place={place}
        id={nameId(key)}
        name={chapter.name}
        label={t('chapterName', { n: at + 1 })}
        folded={folded}
        onFold={() => folds.fold(key)}
        {...rows}
      />
      <ol hidden={folded} className="grid grid-cols-1 gap-3 border-s-2 ps-2 sm:ps-3">
        {chapter.sections.map((section, s) => (
          <SectionItem key={keyOf(section.section_id)} section={section} place={{ ...place, section: s }} {...parts} />
        ))}
      </ol>
      <div hidden={rows.readOnly || folded}>
        <Button variant="outline" size="sm" onClick={addSection}>
          {t('addSection')}
        </Button>
      </div>
    </li>
  )
}

function SectionItem({ section, place, ...parts }: Parts & { section: Section; place: SectionPlace }) {
  const t = useTexts(courseEditorTexts)
  const { rows, folds, drag } = parts
  const key = keyOf(section.section_id)
  const folded = folds.isFolded(key)
  return (
    <li className={cn('grid grid-cols-1 gap-2', dropClasses)} {...drag(place)}>
      <Row
        place={place}
        id={nameId(key)}
        name={section.name}
        label={t('sectionName', { n: place.section + 1 })}
        folded={folded}
        onFold={() => folds.fold(key)}
        {...rows}
      />
      <ol hidden={folded} className="grid grid-cols-1 gap-2 border-s-2 ps-2 sm:ps-3">
        {section.components.map((component, k) => (
          <li key={component.key} className={dropClasses} {...drag({ ...place, component: k })}>
            <ComponentRow place={{ ...place, component: k }} component={component} {...rows} />
          </li>
        ))}
      </ol>
      <div hidden={rows.readOnly || folded} className="flex flex-wrap gap-2 ps-3">
        <AddComponent place={place} rows={rows} />
      </div>
    </li>
  )
}

const componentTypes = [
  ['Content', 'addContent', 'newContent'],
  ['Media', 'addMedia', 'newMedia'],
  ['Quiz', 'addQuiz', 'newQuiz'],
  ['Break', 'addBreak', 'newBreak'],
] as const satisfies readonly (readonly [ComponentType, string, string])[]

/** A button for each type; the new component opens with the cursor in its name. */
function AddComponent({ place, rows }: { place: SectionPlace; rows: Rows }) {
  const t = useTexts(courseEditorTexts)
  const { edit, setOpen, focusOn } = rows
  const add = (type: ComponentType, name: string) => {
    const addedComponent = newComponent(type, name)
    edit(place, (now, position) =>
      changeAt(now, position, { components: [...componentsAt(now, position), addedComponent] }),
    )
    setOpen(addedComponent.key)
    focusOn(nameId(addedComponent.key))
  }
  return componentTypes.map(([type, label, name]) => (
    <Button key={type} variant="outline" size="sm" onClick={() => add(type, t(name))}>
      {t(label)}
    </Button>
  ))
}
