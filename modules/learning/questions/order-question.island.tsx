import { useSyncExternalStore } from 'react'
import { SelectField } from '#platform/ui/field.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { placeField } from './answer.shared.ts'
import { Group, type QuestionProps } from './answer-field-parts.tsx'
import { questionTexts } from './question.texts.ts'
import { SortList } from './sort-list.tsx'

const subscribe = () => () => {}
/** False on the server and in the first render of the browser, true once scripts run. */
const useHasScripts = () =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )

function OrderFields({ question: { configuration: config }, answer, typed, error }: QuestionProps) {
  const t = useTexts(questionTexts)
  const positionOptions = config.options.map((_, index) => ({ value: index + 1, label: String(index + 1) }))
  const positionOf = (id: number) => (Array.isArray(answer) && answer.includes(id) ? answer.indexOf(id) + 1 : '')
  return (
    <Group title={config.title} hint={t('orderHint')} error={error}>
      {config.options.map(({ id, text }) => (
        <SelectField
          key={id}
          label={text}
          name={placeField(id)}
          options={positionOptions}
          placeholder
          defaultValue={typed?.[placeField(id)] ?? positionOf(id)}
        />
      ))}
    </Group>
  )
}

function DraggedOrder({ question: { configuration: config }, answer, typed, error }: QuestionProps) {
  const t = useTexts(questionTexts)
  const rank = (id: number) => Number(typed?.[placeField(id)] || (Array.isArray(answer) ? answer.indexOf(id) + 1 : 0))
  const items = config.options.toSorted((a, b) => rank(a.id) - rank(b.id))
  return (
    <Group title={config.title} hint={t('orderLive')} error={error}>
      <SortList items={items.map(({ id, text }) => ({ id, text }))} />
    </Group>
  )
}

export function OrderField(props: QuestionProps) {
  return useHasScripts() ? <DraggedOrder {...props} /> : <OrderFields {...props} />
}

export default island('learning/order-question', { when: 'load' }, OrderField)
