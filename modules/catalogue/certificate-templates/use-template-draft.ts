import { useState } from 'react'
import { type Design, type DesignField, moveField, pageSizes } from './design.shared.ts'

export type Draft = { name: string; name_es: string | null; design: Design }
export type TemplateDraft = ReturnType<typeof useTemplateDraft>

const newField: DesignField = {
  kind: 'text',
  x: 246,
  y: 300,
  width: 300,
  size: 12,
  lines: 1,
  align: 'middle',
  weight: 'regular',
  color: 'ink',
  text: ['', ''],
}
const maxUndoSteps = 50

/** The state of the template editor: the draft, the selected field, and the steps that can be undone. */
export function useTemplateDraft(initialDraft: Draft) {
  const [draft, setDraft] = useState(initialDraft)
  const [history, setHistory] = useState<readonly Draft[]>([])
  const [selected, setSelected] = useState<number | null>(null)
  // The page updates during a drag, and the whole movement is one undo step.
  const [dragged, setDragged] = useState<Draft | null>(null)
  const { design } = draft
  const pushUndo = (step: Draft) => setHistory((before) => [...before.slice(1 - maxUndoSteps), step])
  const updateDraft = (changes: Partial<Draft>) => {
    pushUndo(draft)
    setDraft({ ...draft, ...changes })
  }
  const updateDesign = (changes: Partial<Design>) => updateDraft({ design: { ...design, ...changes } })
  const replaceField = (index: number, field: DesignField) =>
    design.fields.map((designField, position) => (position === index ? field : designField))
  return {
    draft,
    updateDraft,
    updateDesign,
    selected,
    select: setSelected,
    setField: (index: number, field: DesignField) => updateDesign({ fields: replaceField(index, field) }),
    add(changes: Partial<DesignField>) {
      setSelected(design.fields.length)
      updateDesign({
        fields: [...design.fields, moveField({ ...newField, ...changes }, 0, 0, pageSizes[design.orientation])],
      })
    },
    remove(index: number) {
      setSelected(null)
      updateDesign({ fields: design.fields.filter((_field, position) => position !== index) })
    },
    move(index: number, field: DesignField, done: boolean) {
      const before = dragged ?? draft
      setDragged(done ? null : before)
      setDraft({ ...draft, design: { ...design, fields: replaceField(index, field) } })
      if (!done) return
      const previous = before.design.fields[index]
      if (previous && (previous.x !== field.x || previous.y !== field.y)) pushUndo(before)
      else setDraft(before)
    },
    canUndo: history.length > 0,
    undo() {
      setDraft(history.at(-1)!)
      setHistory(history.slice(0, -1))
      setSelected(null)
    },
  }
}
