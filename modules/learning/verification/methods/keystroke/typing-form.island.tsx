import { type KeyboardEvent, type SyntheticEvent, useRef, useState } from 'react'
import { Alert } from '#platform/ui/alert.tsx'
import { SubmitButton } from '#platform/ui/button.tsx'
import { TextareaField } from '#platform/ui/field.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { keystrokeTexts } from './keystroke.texts.ts'

/** `go`: the form's action. */
export type TypingFormProps = { go: 'sample' | 'typing'; error: string | null }

type Event = ['down' | 'up', string, string, number]

/** A field that records its keys with their times and submits them; input without keys is rejected. */
export default island('learning/typing-form', { when: 'load' }, TypingForm)

function TypingForm({ go, error }: TypingFormProps) {
  const t = useTexts(keystrokeTexts)
  const events = useRef<Event[]>([])
  const pasted = useRef(false)
  const sample = useRef<HTMLInputElement>(null)
  const [keyless, setKeyless] = useState(false)

  function recordKey(kind: 'down' | 'up', event: KeyboardEvent<HTMLTextAreaElement>) {
    const { code, key, timeStamp, currentTarget: field } = event
    if (isCommand(event)) {
      // Deleting a word or undoing would leave keys without their letters.
      if (kind === 'down' && key !== 'Tab' && changesText(event)) event.preventDefault()
      return
    }
    if (kind === 'down' && key === 'Enter') {
      event.preventDefault()
      field.form?.requestSubmit(field.form.querySelector('button'))
      return
    }
    if (kind === 'down' && (key === 'Unidentified' || code === '')) setKeyless(true)
    if (events.current.length < 9_000) events.current.push([kind, code, key, Math.round(timeStamp * 10) / 10])
  }

  function resetIfEmpty(event: SyntheticEvent<HTMLTextAreaElement>) {
    // After everything is deleted, earlier typing no longer counts.
    if (event.currentTarget.value === '') {
      events.current = []
      pasted.current = false
    }
  }

  function preventInput(event: SyntheticEvent<HTMLTextAreaElement>) {
    event.preventDefault()
  }

  function blockInsertion(event: SyntheticEvent<HTMLTextAreaElement>) {
    const { inputType = '' } = event.nativeEvent as InputEvent
    if (!/^insert(From|Replacement)/.test(inputType)) return
    event.preventDefault()
    if (!event.nativeEvent.cancelable) pasted.current = true
  }

  function storeSample() {
    if (sample.current) sample.current.value = JSON.stringify({ events: events.current, pasted: pasted.current })
  }

  return (
    <form method="post" className="grid gap-4" onSubmit={storeSample}>
      {keyless && <Alert variant="attention">{t('noKeys')}</Alert>}
      <input type="hidden" name="sample" ref={sample} />
      <TextareaField
        name="typed"
        label={t('field')}
        hint={t('hint')}
        error={error ?? undefined}
        required
        rows={4}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        onKeyDown={(event) => recordKey('down', event)}
        onKeyUp={(event) => recordKey('up', event)}
        onBeforeInput={blockInsertion}
        onInput={resetIfEmpty}
        onPaste={preventInput}
        onDrop={preventInput}
        onSelect={moveCaretToEnd}
      />
      <div>
        <SubmitButton name="go" value={go} size="lg">
          {t('send')}
        </SubmitButton>
      </div>
    </form>
  )
}

const isCommand = ({ ctrlKey, metaKey, altKey, key, nativeEvent }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey || altKey) &&
  !nativeEvent.getModifierState('AltGraph') &&
  !['Control', 'Meta', 'Alt'].includes(key)

const changesText = ({ key }: KeyboardEvent): boolean =>
  ['Backspace', 'Delete', 'v', 'x', 'y', 'z', 'd', 'k', 'u', 'w', 'h'].includes(key)

/** Letters are matched in key order, so the caret stays at the end. */
function moveCaretToEnd({ currentTarget: field }: SyntheticEvent<HTMLTextAreaElement>) {
  const end = field.value.length
  if (field.selectionStart !== end || field.selectionEnd !== end) field.setSelectionRange(end, end)
}
