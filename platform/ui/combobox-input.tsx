import { Combobox as Primitive } from '@base-ui/react/combobox'
import type { FocusEvent, KeyboardEvent } from 'react'
import { texts } from '#platform/texts.ts'
import type { ControlProps } from './field.tsx'
import { controlClasses } from './input.tsx'
import { useTexts } from './locale.tsx'
import type { Option } from './native-select.tsx'

const messages = texts({
  clear: ['Clear', 'Borrar'],
  remove: ['Remove {label}', 'Quitar {label}'],
})

/** While the list is open the primitive hides everything else from screen readers, but `labelledby` still works. */
export type LabelledProps = ControlProps & { 'aria-labelledby': string }

const typing = {
  // Typing replaces the choice.
  onFocus: ({ currentTarget }: FocusEvent<HTMLInputElement>) => currentTarget.select(),
  // Enter selects a choice; while the list is open it does not submit the form.
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && event.currentTarget.getAttribute('aria-expanded') === 'true') event.preventDefault()
  },
}

type InputProps = { control: LabelledProps; chosen: readonly Option[]; multiple: boolean; onBlur: () => void }

/** The text input with a clear button, or with the selected choices before it if there may be several. */
export function ComboboxInput({ control, chosen, multiple, onBlur }: InputProps) {
  const t = useTexts(messages)
  if (multiple) return <ChosenOptions control={control} chosen={chosen} onBlur={onBlur} />
  return (
    <div className="relative">
      <Primitive.Input {...control} {...typing} onBlur={onBlur} className={`${controlClasses} pe-11`} />
      {!control.required && (
        <Primitive.Clear aria-label={t('clear')} className="absolute inset-y-0 end-0 grid w-11 place-items-center">
          <span aria-hidden="true">×</span>
        </Primitive.Clear>
      )}
    </div>
  )
}

function ChosenOptions({ control, chosen, onBlur }: Omit<InputProps, 'multiple'>) {
  const t = useTexts(messages)
  return (
    <Primitive.Chips className={`${controlClasses} flex flex-wrap items-center gap-1.5`}>
      {chosen.map(({ value, label }) => (
        <Primitive.Chip key={value} className="flex items-center rounded-sm bg-muted ps-2 text-sm">
          {label}
          <Primitive.ChipRemove aria-label={t('remove', { label })} className="grid size-7 place-items-center">
            <span aria-hidden="true">×</span>
          </Primitive.ChipRemove>
        </Primitive.Chip>
      ))}
      <Primitive.Input
        {...control}
        {...typing}
        onBlur={onBlur}
        className="min-w-24 flex-1 bg-transparent outline-none"
      />
    </Primitive.Chips>
  )
}
