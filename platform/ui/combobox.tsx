import { Combobox as Primitive } from '@base-ui/react/combobox'
import { useId, useState } from 'react'
import { ComboboxInput, type LabelledProps } from './combobox-input.tsx'
import { ComboboxList } from './combobox-list.tsx'
import { Field, type FieldProps } from './field.tsx'
import { usePortal } from './floating.ts'
import { Input } from './input.tsx'
import { useLocale } from './locale.tsx'
import type { Option } from './native-select.tsx'
import { type Search, useSearch } from './use-search.ts'

/** The maximum number of choices shown; typing narrows them down. */
const max = 100

type ChoiceProps = {
  name: string
  /** The choices, or a search for them. */
  options: readonly Option[] | Search
  /** Allows several choices: the form then has one value of this name for each. */
  multiple?: boolean
  /** The initial choice; at most one unless `multiple`. */
  defaultValue?: readonly Option[]
  onValueChange?: (chosenOptions: readonly Option[]) => void
}

/** Search as you type, for one or several choices. For lazily loaded islands of staff pages: it adds 45 kB. */
export function Combobox({ name, options, multiple, defaultValue, onValueChange, ...field }: ChoiceProps & FieldProps) {
  const choice = { name, options, multiple, defaultValue, onValueChange }
  const { container, place } = usePortal()
  const labelId = useId()
  return (
    <Field {...field} labelId={labelId}>
      {(fieldProps) => (
        <div ref={place}>
          {container ? (
            <Choice {...choice} control={{ ...fieldProps, 'aria-labelledby': labelId }} container={container} />
          ) : (
            <ComboboxPlaceholder name={name} chosen={defaultValue ?? []} id={fieldProps.id} />
          )}
        </div>
      )}
    </Field>
  )
}

/** The server-rendered version: the primitive hides its own input with a style attribute, which the policy forbids. */
function ComboboxPlaceholder({ name, chosen, id }: { name: string; chosen: readonly Option[]; id: string }) {
  return (
    <>
      <Input id={id} disabled value={chosen.map(({ label }) => label).join(', ')} />
      {chosen.map(({ value }) => (
        <input key={value} type="hidden" name={name} value={value} />
      ))}
    </>
  )
}

type InnerProps = { control: LabelledProps; container: HTMLElement }
type Details = Primitive.Root.ChangeEventDetails

function Choice({
  name,
  options,
  multiple = false,
  defaultValue = [],
  onValueChange,
  control,
  container,
}: ChoiceProps & InnerProps) {
  const [chosen, setChosen] = useState(defaultValue)
  const [last, setLast] = useState(defaultValue)
  const search = typeof options === 'function' ? options : null
  const { results, ask, retry } = useSearch(search)

  const onChoice = (value: Option | Option[] | null, details: Details) => {
    // Escape closes the list or the surrounding dialog; it does not clear the choice.
    if (details.reason === 'escape-key') return details.cancel()
    const next = [value ?? []].flat()
    setChosen(next)
    if (next.length === 0 && control.required) return
    setLast(next)
    onValueChange?.(next)
  }
  const onText = (text: string, details: Details) => {
    if (details.reason === 'escape-key') return details.cancel()
    if (details.reason === 'input-change') ask(text)
  }
  const onOpen = (open: boolean, { reason }: Details) => {
    if (open && reason !== 'input-change') ask('')
    if (!open) restore()
  }
  // A required field may be emptied while choosing, but not left empty.
  const restore = () => control.required && setChosen((current) => (current.length === 0 ? last : current))
  return (
    <Primitive.Root<Option, boolean>
      name={name}
      items={search ? results.options : (options as readonly Option[])}
      {...(search && { filter: null })}
      limit={max}
      locale={useLocale()}
      multiple={multiple}
      value={multiple ? [...chosen] : (chosen[0] ?? null)}
      isItemEqualToValue={(item, value) => item.value === value.value}
      onValueChange={onChoice}
      onInputValueChange={onText}
      onOpenChange={onOpen}
      autoHighlight
    >
      <ComboboxInput control={control} chosen={chosen} multiple={multiple} onBlur={restore} />
      <ComboboxList container={container} state={results.state} onRetry={retry} />
    </Primitive.Root>
  )
}
