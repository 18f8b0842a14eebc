import { useId, useMemo, useState } from 'react'
import { libraryPicker } from '#modules/catalogue/media/library/library-picker.tsx'
import { Button } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { courseEditorTexts } from './course-editor.texts.ts'
import { useNextFocus } from './use-next-focus.ts'

type Props = {
  name: string
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** The address of the picture, or ''. */
  value: string
  organization_id: number
  onChange: (address: string, alt?: string) => void
}

/** A picture of the media library, chosen or uploaded there. */
export default function ImageField({ name, label, hint, error, value, organization_id, onChange }: Props) {
  const t = useTexts(courseEditorTexts)
  const [picking, setPicking] = useState(false)
  const button = useId()
  const focusOn = useNextFocus()
  const close = () => {
    setPicking(false)
    focusOn(button)
  }
  const Picker = useMemo(() => libraryPicker(organization_id, { only: 'image' }), [organization_id])
  return (
    <fieldset className="grid justify-items-start gap-2">
      <legend className="mb-1 text-[1rem] font-semibold">{label}</legend>
      <input type="hidden" name={name} value={value} />
      {value === '' ? (
        <p className="text-muted-foreground">{t('noImage')}</p>
      ) : (
        // The next field asks for its description.
        <img src={value} alt={t('chosenImage')} className="max-h-48 max-w-full rounded-md border object-contain" />
      )}
      {hint && <p className="text-sm text-muted-foreground">{hint}</p>}
      {error && <p className="text-sm text-destructive">{error}</p>}
      <div className="flex flex-wrap gap-2">
        <Button id={button} variant="outline" onClick={() => setPicking(true)}>
          {t(value === '' ? 'chooseImage' : 'changeImage')}
        </Button>
        {value !== '' && (
          <Button
            variant="ghost"
            onClick={() => {
              onChange('', '')
              focusOn(button)
            }}
          >
            {t('removeImage')}
          </Button>
        )}
      </div>
      {picking && (
        <Picker
          onPick={({ src, alt }) => {
            close()
            onChange(String(src), typeof alt === 'string' ? alt : '')
          }}
          onClose={close}
        />
      )}
    </fieldset>
  )
}
