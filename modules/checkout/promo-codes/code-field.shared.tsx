import { type RefObject, useEffect, useRef, useState } from 'react'
import { callApi } from '#platform/ui/api.ts'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { codeFieldTexts } from './code-field.texts.ts'

export type CodeFieldProps = {
  defaultValue: string
  error: string | null
  /** The code that `error` is about; `defaultValue` by default. */
  refused?: string
  /** The edited code; null for a new one. */
  promo_code_id: number | null
}

const debounceMs = 400

/**
 * The code field of a promo code's form: shows while typing whether the code is available on the chosen website. Saving
 * checks again.
 */
export function CodeField({ defaultValue, error, refused = defaultValue, promo_code_id }: CodeFieldProps) {
  const t = useTexts(codeFieldTexts)
  const [code, setCode] = useState(defaultValue)
  const root = useRef<HTMLDivElement>(null)
  const { website, changed } = useWebsite(root)
  const touched = code !== defaultValue || changed
  const availability = useAvailability({ code, website, promo_code_id, error, active: touched })
  const shownAvailability = touched ? availability : null
  const fieldError = shownAvailability ? shownAvailability.message : code === refused ? error : null
  return (
    <div ref={root}>
      <TextField
        name="code"
        label={t('code')}
        hint={t('hint')}
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
        error={fieldError ?? undefined}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="[&_input]:uppercase"
        required
      />
      <p role="status" className="text-sm text-green-ink">
        {shownAvailability?.valid ? `✓ ${t('free')}` : ''}
      </p>
    </div>
  )
}

/** The value of the form's website field, which is outside the island. */
function useWebsite(root: RefObject<HTMLElement | null>): { website: string; changed: boolean } {
  const [selection, setSelection] = useState({ website: '', changed: false })
  useEffect(() => {
    const select = root.current?.closest('form')?.elements.namedItem('website_id')
    if (!(select instanceof HTMLSelectElement)) return
    setSelection({ website: select.value, changed: false })
    const onChange = () => setSelection({ website: select.value, changed: true })
    select.addEventListener('change', onChange)
    return () => select.removeEventListener('change', onChange)
  }, [root])
  return selection
}

type CheckedInput = Pick<CodeFieldProps, 'promo_code_id' | 'error'> & { code: string; website: string; active: boolean }

type Availability = { valid: boolean; message?: string | undefined }

/** Whether the server would accept the code, or why not; null while unknown. */
function useAvailability({ code, website, promo_code_id, error, active }: CheckedInput): Availability | null {
  const [availability, setAvailability] = useState<Availability | null>(null)
  // Checked again after a refusal, because the code was available before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new error must trigger the check
  useEffect(() => {
    setAvailability(null)
    if (!active || code.trim() === '') return
    let stale = false
    const timer = setTimeout(async () => {
      const query = {
        code,
        ...(website && { website_id: Number(website) }),
        ...(promo_code_id !== null && { promo_code_id }),
      }
      const response = await callApi((api) => api.GET('/settings/validateCode', { params: { query } }), { quiet: true })
      if (!stale && response.ok) setAvailability(response.data)
    }, debounceMs)
    return () => {
      stale = true
      clearTimeout(timer)
    }
  }, [code, website, promo_code_id, error, active])
  return availability
}
