import { type RefObject, useEffect, useRef, useState } from 'react'
import { callApi } from '../../../platform/ui/api.ts'
import { TextField } from '../../../platform/ui/field.tsx'
import { island } from '../../../platform/ui/island.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { codeFieldTexts } from './code-field.texts.ts'

export type CodeFieldProps = {
  defaultValue: string
  error: string | null
  /** The code that is being changed; null for a new one. */
  promo_code_id: number | null
}

const pause = 400

/** The code of a promo code's form: says while it is typed whether it is free for the chosen website. Saving decides. */
export default island('checkout/code-field', { when: 'idle' }, CodeField)

function CodeField({ defaultValue, error, promo_code_id }: CodeFieldProps) {
  const t = useTexts(codeFieldTexts)
  const [code, setCode] = useState(defaultValue)
  const place = useRef<HTMLDivElement>(null)
  const { website, changed } = useWebsite(place)
  const touched = code !== defaultValue || changed
  const valid = useValid({ code, website, promo_code_id, wanted: touched })
  return (
    <div ref={place}>
      <TextField
        name="code"
        label={t('code')}
        hint={t('hint')}
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
        error={touched ? (valid === false ? t('refused') : undefined) : (error ?? undefined)}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="[&_input]:uppercase"
        required
      />
      <p role="status" className="text-sm text-green-ink">
        {touched && valid ? `✓ ${t('free')}` : ''}
      </p>
    </div>
  )
}

/** What the form says of the website, which stands beside the island. */
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

type Asked = { code: string; website: string; promo_code_id: number | null; wanted: boolean }

/** Whether the server would take the code; null while nobody knows. */
function useValid({ code, website, promo_code_id, wanted }: Asked): boolean | null {
  const [valid, setValid] = useState<boolean | null>(null)
  useEffect(() => {
    setValid(null)
    if (!wanted || code.trim() === '') return
    let stale = false
    const timer = setTimeout(async () => {
      const query = {
        code,
        ...(website && { website_id: Number(website) }),
        ...(promo_code_id !== null && { promo_code_id }),
      }
      const answer = await callApi((api) => api.GET('/settings/validateCode', { params: { query } }), { quiet: true })
      if (!stale && answer.ok) setValid(answer.data.valid)
    }, pause)
    return () => {
      stale = true
      clearTimeout(timer)
    }
  }, [code, website, promo_code_id, wanted])
  return valid
}
