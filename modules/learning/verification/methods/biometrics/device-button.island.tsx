import { useEffect, useRef, useState } from 'react'
import { createKey, signWithKey } from '#modules/identity/webauthn/device-keys.shared.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { callApi } from '#platform/ui/api.ts'
import { Button } from '#platform/ui/button.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { biometricsTexts } from './biometrics.texts.ts'

/** `go`: the form's action, to set up the device or to use it in a check. */
export type DeviceButtonProps = { student_course_id: number; go: 'keepDevice' | 'device' }

/** Has the device verify its user, and submits the response in a form. */
export default island('learning/device-button', { when: 'load' }, DeviceButton)

function DeviceButton({ student_course_id, go }: DeviceButtonProps) {
  const t = useTexts(biometricsTexts)
  const form = useRef<HTMLFormElement>(null)
  const answer = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [isSupported, setIsSupported] = useState(true)
  useEffect(() => void hasDeviceLock().then(setIsSupported), [])

  async function confirmWithDevice() {
    setBusy(true)
    setError(null)
    const result = await requestDeviceResponse(student_course_id, go)
    if ('refused' in result) {
      setError(result.refused ?? t(go === 'device' ? 'notConfirmed' : 'notKept'))
      return setBusy(false)
    }
    answer.current!.value = JSON.stringify(result.response)
    form.current!.requestSubmit()
  }
  if (!isSupported) return <Alert variant="attention">{t('unable')}</Alert>
  return (
    <form method="post" ref={form} className="grid justify-items-start gap-4">
      <input type="hidden" name="go" value={go} />
      <input type="hidden" name="response" ref={answer} />
      <Button size="lg" className="scripted" busy={busy} busyLabel={t('waiting')} onClick={confirmWithDevice}>
        {t(go === 'device' ? 'confirm' : 'setUp')}
      </Button>
      {error && <Alert variant="error">{error}</Alert>}
      <noscript>
        <p>{t('unable')}</p>
      </noscript>
    </form>
  )
}

const hasDeviceLock = async (): Promise<boolean> =>
  typeof PublicKeyCredential !== 'undefined' && PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()

/** The device's response; `refused`: the server's reason for refusing it, or null if the user canceled. */
async function requestDeviceResponse(student_course_id: number, go: DeviceButtonProps['go']) {
  const body = { student_course_id }
  const challenge = await callApi((api) => api.POST('/security/startBiometrics', { body }), { quiet: true })
  if (!challenge.ok) return { refused: challenge.message }
  const { options } = challenge.data
  const response = go === 'device' ? await signWithKey(options) : await createKey(options)
  return response ? { response } : { refused: null }
}
