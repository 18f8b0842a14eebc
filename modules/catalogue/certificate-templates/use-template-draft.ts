import { useState } from 'react'
import { type Design, type DesignField, moved, pageSizes } from './design.shared.ts'

export type Draft = { name: string; name_es: string | null; design: Design }
export type TemplateDraft = ReturnType<typeof useTemplateDraft>

const added: DesignField = {
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
const maxUndone = 50

/** The state of the template editor: the draft, the selected field, and the steps that can be undone. */
export function useTemplateDraft(first: Draft) {
  const [draft, setDraft] = useState(first)
  const [past, setPast] = useState<readonly Draft[]>([])
  const [selected, setSelected] = useState<number | null>(null)
  // The page updates during a drag, and the whole movement is one undo step.
  const [dragged, setDragged] = useState<Draft | null>(null)
  const { design } = draft
  const remember = (step: Draft) => setPast((before) => [...before.slice(1 - maxUndone), step])
  const keep = (changes: Partial<Draft>) => {
    remember(draft)
    setDraft({ ...draft, ...changes })
  }
  const change = (changes: Partial<Design>) => keep({ design: { ...design, ...changes } })
  const withField = (index: number, field: DesignField) =>
    design.fields.map((designField, at) => (at === index ? field : designField))
  return {
    draft,
    keep,
    change,
    selected,
    select: setSelected,
    setField: (index: number, field: DesignField) => change({ fields: withField(index, field) }),
    add(changes: Partial<DesignField>) {
      setSelected(design.fields.length)
      change({ fields: [...design.fields, moved({ ...added, ...changes }, 0, 0, pageSizes[design.orientation])] })
    },
    remove(index: number) {
      setSelected(null)
      change({ fields: design.fields.filter((_field, at) => at !== index) })
    },
    move(index: number, field: DesignField, done: boolean) {
      const before = dragged ?? draft
      setDragged(done ? null : before)
      setDraft({ ...draft, design: { ...design, fields: withField(index, field) } })
      if (!done) return
      const previous = before.design.fields[index]
      if (previous && (previous.x !== field.x || previous.y !== field.y)) remember(before)
      else setDraft(before)
    },
    canUndo: past.length > 0,
    undo() {
      setDraft(past.at(-1)!)
      setPast(past.slice(0, -1))
      setSelected(null)
    },
  }
}
