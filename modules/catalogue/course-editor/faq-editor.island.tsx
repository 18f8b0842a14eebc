import { callApi } from '#platform/ui/api.ts'
import { Button } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { TextareaField, TextField } from '#platform/ui/field.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { shared } from '#platform/ui/shared.tsx'
import { toSaveResult } from './course-calls.ts'
import { courseEditorTexts } from './course-editor.texts.ts'
import { moveItem } from './edited-list.shared.ts'
import { ItemActions } from './item-actions.tsx'
import { SaveState } from './save-state.tsx'
import { adoptId, assignedIds, freshId, keyOf, missingIds } from './stable-keys.shared.ts'
import { useAutosave } from './use-autosave.ts'
import { useNextFocus } from './use-next-focus.ts'

type Faq = { faq_id: number; title: string; body: string; post_completion_ind: 0 | 1 }
type Faqs = { faqs: Faq[]; deleted: number[] }
type Props = { course_id: number; revision: number; faqs: Faq[] }

/** The questions that students read before a course and after it. */
export default island('catalogue/faq-editor', { when: 'load', shares: shared() }, FaqEditor)

function FaqEditor({ course_id, revision, faqs }: Props) {
  const t = useTexts(courseEditorTexts)
  const saves = useAutosave<Faqs>({
    name: `faq:${course_id}`,
    value: { faqs, deleted: [] },
    revision,
    save: async (faqs, basedOn) => {
      const body = {
        course: { course_id },
        faqs: faqs.faqs.map((faq) => ({ ...faq, post_completion_ind: faq.post_completion_ind === 1 })),
        faqsToDelete: faqs.deleted,
        ...(basedOn === undefined ? {} : { revision: basedOn }),
      }
      const response = await callApi((api) => api.POST('/course/updateFaq', { body }), { quiet: true })
      return toSaveResult(response, ({ revision, questions }) => ({
        revision,
        adopt: (now: Faqs) => adopt(now, faqs, questions),
      }))
    },
    load: async () => {
      const course = await callApi((api) => api.POST('/course/one', { body: { course_id } }), { quiet: true })
      if (!course.ok) return null
      const query = { id: course.data.course.course_version_id }
      const response = await callApi((api) => api.GET('/course/faqs', { params: { query } }), { quiet: true })
      if (!response.ok) return null
      return {
        value: { faqs: response.data.faqs.map(faqOf), deleted: [] },
        revision: course.data.course.revisions.faq ?? 0,
      }
    },
    renew: (faqs) => (mine) => renew(mine, faqs),
  })
  const { value } = saves
  return (
    <div className="scripted grid max-w-4xl grid-cols-1 gap-4">
      {([0, 1] as const).map((after) => (
        <Panel key={after} title={t(after ? 'after' : 'before')}>
          <List after={after} value={value} onChange={saves.change} />
        </Panel>
      ))}
      <SaveState saves={saves} describe={({ faqs }) => faqs.flatMap(({ title, body }) => [title, body])} />
    </div>
  )
}

function List({ after, value, onChange }: { after: 0 | 1; value: Faqs; onChange: (value: Faqs) => void }) {
  const t = useTexts(courseEditorTexts)
  const focusOn = useNextFocus()
  const shownFaqs = value.faqs.filter(({ post_completion_ind }) => post_completion_ind === after)
  const otherFaqs = value.faqs.filter(({ post_completion_ind }) => post_completion_ind !== after)
  const replace = (faqs: Faq[], deletedIds = value.deleted) =>
    onChange({ faqs: after ? [...otherFaqs, ...faqs] : [...faqs, ...otherFaqs], deleted: deletedIds })
  const update = (index: number, changes: Partial<Faq>) =>
    replace(shownFaqs.map((faq, position) => (position === index ? { ...faq, ...changes } : faq)))
  return (
    <div className="grid grid-cols-1 gap-4">
      <ol className="grid grid-cols-1 gap-4">
        {shownFaqs.map((faq, index) => (
          <li key={keyOf(faq.faq_id)} id={`faq-${keyOf(faq.faq_id)}`} className="grid grid-cols-1 gap-2 border-b pb-4">
            <TextField
              label={t('faqTitle')}
              maxLength={500}
              value={faq.title}
              onChange={(event) => update(index, { title: event.target.value })}
            />
            <TextareaField
              label={t('faqBody')}
              maxLength={20_000}
              value={faq.body}
              onChange={(event) => update(index, { body: event.target.value })}
            />
            <ItemActions
              name={faq.title}
              index={index}
              count={shownFaqs.length}
              onMove={(to) => replace(moveItem(shownFaqs, index, to))}
              onRemove={() => {
                replace(shownFaqs.toSpliced(index, 1), faq.faq_id > 0 ? [...value.deleted, faq.faq_id] : value.deleted)
                focusOn(`add-faq-${after}`)
              }}
            />
          </li>
        ))}
      </ol>
      <div>
        <Button
          id={`add-faq-${after}`}
          variant="outline"
          onClick={() => {
            const faq_id = freshId()
            replace([...shownFaqs, { faq_id, title: t('newFaq'), body: '', post_completion_ind: after }])
            focusOn(`faq-${faq_id}`)
          }}
        >
          {t('addFaq')}
        </Button>
      </div>
    </div>
  )
}

const faqOf = ({ faq_id, title, body, post_completion_ind }: Faq): Faq => ({ faq_id, title, body, post_completion_ind })

const idsOf = (faqs: readonly Faq[]) => faqs.map(({ faq_id }) => faq_id)

/** The lists after a save: with the server's ids, and with another author's additions. */
function adopt(now: Faqs, faqs: Faqs, savedFaqs: readonly Faq[]): Faqs {
  const ids = assignedIds(idsOf(faqs.faqs), idsOf(savedFaqs))
  const idOf = (id: number) => adoptId(ids, id)
  const remainingIds = new Set(idsOf(now.faqs))
  // A question that was deleted during its first save is now stored.
  const deletedIds = [...ids].flatMap(([id, assignedId]) => (remainingIds.has(id) ? [] : [assignedId]))
  const sentIds = new Set([...idsOf(faqs.faqs).map(idOf), ...now.deleted])
  return {
    faqs: [
      ...now.faqs.map((faq) => ({ ...faq, faq_id: idOf(faq.faq_id) })),
      ...savedFaqs.filter(({ faq_id }) => !sentIds.has(faq_id) && !remainingIds.has(faq_id)).map(faqOf),
    ],
    deleted: [...now.deleted.filter((id) => !faqs.deleted.includes(id)), ...deletedIds],
  }
}

/** Lists to save over newer ones: questions deleted there are created again. */
function renew(faqs: Faqs, theirs: Faqs): Faqs {
  const ids = missingIds(idsOf(faqs.faqs), idsOf(theirs.faqs))
  return { ...faqs, faqs: faqs.faqs.map((faq) => ({ ...faq, faq_id: adoptId(ids, faq.faq_id) })) }
}
