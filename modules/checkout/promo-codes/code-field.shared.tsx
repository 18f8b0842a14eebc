import { type RefObject, useEffect, useRef, useState } from 'react'
import { callApi } from '#platform/ui/api.ts'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { codeFieldTexts } from './code-field.texts.ts'

export type CodeFieldProps = {
  defaultValue: string
  error: string | null
  /** The code that `error` refers to; `defaultValue` by default. */
  refused?: string
  /** The edited code; null for a new one. */
  promo_code_id: number | null
}

const pause = 400

/**
 * The code field of a promo code's form: shows while typing whether the code is free for the chosen website. Saving
 * decides.
 */
export function CodeField({ defaultValue, error, refused = defaultValue, promo_code_id }: CodeFieldProps) {
  const t = useTexts(codeFieldTexts)
  const [code, setCode] = useState(defaultValue)
  const place = useRef<HTMLDivElement>(null)
  const { website, changed } = useWebsite(place)
  const touched = code !== defaultValue || changed
  const answer = useAnswer({ code, website, promo_code_id, error, active: touched })
  const shownAnswer = touched ? answer : null
  const wrong = shownAnswer ? shownAnswer.message : code === refused ? error : null
  return (
    <div ref={place}>
      <TextField
        name="code"
        label={t('code')}
        hint={t('hint')}
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
        error={wrong ?? undefined}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="[&_input]:uppercase"
        required
      />
      <p role="status" className="text-sm text-green-ink">
        {shownAnswer?.valid ? `✓ ${t('free')}` : ''}
      </p>
    </div>
  )
}

/** The form's website field, which is outside the island. */
function useWebsite(place: RefObject<HTMLElement | null>): { website: string; changed: boolean } {
  const [chosen, setChosen] = useState({ website: '', changed: false })
  useEffect(() => {
    const choice = place.current?.closest('form')?.elements.namedItem('website_id')
    if (!(choice instanceof HTMLSelectElement)) return
    setChosen({ website: choice.value, changed: false })
    const choose = () => setChosen({ website: choice.value, changed: true })
    choice.addEventListener('change', choose)
    return () => choice.removeEventListener('change', choose)
  }, [place])
  return chosen
}

type CodeQuery = Pick<CodeFieldProps, 'promo_code_id' | 'error'> & { code: string; website: string; active: boolean }

type Answer = { valid: boolean; message?: string | undefined }

/** Whether the server would accept the code, and why not; null while unknown. */
function useAnswer({ code, website, promo_code_id, error, active }: CodeQuery): Answer | null {
  const [answer, setAnswer] = useState<Answer | null>(null)
  // A code refused on saving may have been free a moment before, so it is checked again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new error must trigger the check
  useEffect(() => {
    setAnswer(null)
    if (!active || code.trim() === '') return
    let stale = false
    const timer = setTimeout(async () => {
      const query = {
        code,
        ...(website && { website_id: Number(website) }),
        ...(promo_code_id !== null && { promo_code_id }),
      }
      const response = await callApi((api) => api.GET('/settings/validateCode', { params: { query } }), { quiet: true })
      if (!stale && response.ok) setAnswer(response.data)
    }, pause)
    return () => {
      stale = true
      clearTimeout(timer)
    }
  }, [code, website, promo_code_id, error, active])
  return answer
}
