import { useEffect, useState } from 'react'
import { firstPage } from '#modules/identity/sign-in/first-page.shared.ts'
import { passkeyBrowser } from '#modules/identity/webauthn/device-keys.shared.ts'
import { type PasskeyResult, requestPasskey } from '#modules/identity/webauthn/request-passkey.ts'
import { callApi } from '#platform/ui/api.ts'
import { Button } from '#platform/ui/button.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { passkeyTexts } from './passkeys.texts.ts'

type PasskeySignInProps = {
  /** The page after signing in, a path of this site. */
  to: string
  /** Also offers passkeys in the login id field, if the browser can. */
  autofill?: boolean
}

/** Signs in with a passkey of this device; the button exists only with scripts. */
export default island('identity/passkey-sign-in', { when: 'idle' }, PasskeySignIn)

// A challenge is valid for five minutes; the page may stay open longer.
const renewAfterMs = 4 * 60_000

function PasskeySignIn({ to, autofill = false }: PasskeySignInProps) {
  const t = useTexts(passkeyTexts)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => (autofill ? offerInField(to) : undefined), [autofill, to])
  async function press() {
    setBusy(true)
    setError(null)
    const failure = await signInWith(await requestPasskey('sign-in'), to)
    setError(failure)
    setBusy(false)
  }
  return (
    <div className="scripted mt-3 grid gap-2">
      <Button variant="outline" wide busy={busy} busyLabel={t('waiting')} onClick={press}>
        {t(autofill ? 'signIn' : 'usePasskey')}
      </Button>
      {error && (
        <p role="alert" className="text-sm font-semibold text-red-ink">
          {error}
        </p>
      )}
    </div>
  )
}

/** Continues after an accepted passkey; otherwise returns the reason for refusing it. */
async function signInWith({ passkey, message }: PasskeyResult, to: string): Promise<string | null> {
  if (!passkey) return message
  const isRememberMe = document.querySelector<HTMLInputElement>('input[name=isRememberMe]')?.checked ?? false
  const body = { response: passkey, isRememberMe }
  const response = await callApi((api) => api.POST('/user/passkey/signIn', { body }), { quiet: true })
  if (!response.ok) return response.message
  location.assign(firstPage(response.data.user, to))
  return null
}

/** Lets the browser offer passkeys in the login id field while the page is open. */
function offerInField(to: string): () => void {
  let isOpen = true
  async function offer() {
    const { browserSupportsWebAuthnAutofill } = await passkeyBrowser()
    if (!isOpen || !(await browserSupportsWebAuthnAutofill())) return
    const renewal = setTimeout(offer, renewAfterMs)
    const passkeyAnswer = await requestPasskey('sign-in', { autofill: true })
    if (!passkeyAnswer.passkey) return
    clearTimeout(renewal)
    await signInWith(passkeyAnswer, to)
  }
  void offer()
  return () => {
    isOpen = false
  }
}
