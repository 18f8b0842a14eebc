import { useEffect, useRef } from 'react'
import { island } from '#platform/ui/island.tsx'
import { loadScript } from '#platform/ui/load-script.ts'

type HumanCheckProps = { site_key: string; script: string; enterprise: boolean; action: string; name: string }
type Library = {
  ready(callback: () => void): void
  execute(site_key: string, options: { action: string }): Promise<string>
}

/** A hidden field of a plain form, which waits until the captcha's library has created a token. */
export default island('security/human-check', { when: 'load' }, HumanCheck)

function HumanCheck({ site_key, script, enterprise, action, name }: HumanCheckProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const input = field.current
    const form = input?.form
    if (!input || !form) return
    async function addToken(event: SubmitEvent) {
      if (!input || !form || input.value) return
      event.preventDefault()
      // Without the library the server explains the problem.
      input.value = await makeToken({ site_key, script, enterprise, action }).catch(() => 'unavailable')
      form.requestSubmit(event.submitter)
    }
    form.addEventListener('submit', addToken)
    // A token works once: a page restored from history needs another.
    const clearToken = () => {
      input.value = ''
    }
    window.addEventListener('pageshow', clearToken)
    return () => {
      form.removeEventListener('submit', addToken)
      window.removeEventListener('pageshow', clearToken)
    }
  }, [site_key, script, enterprise, action])
  return <input ref={field} type="hidden" name={name} defaultValue="" />
}

/** Loads the library when a form is first sent. */
async function makeToken({ site_key, script, enterprise, action }: Omit<HumanCheckProps, 'name'>): Promise<string> {
  await loadScript(script)
  // The script of the provider adds it to the window.
  const { grecaptcha } = window as unknown as { grecaptcha: Library & { enterprise: Library } }
  const library = enterprise ? grecaptcha.enterprise : grecaptcha
  await new Promise<void>((ready) => library.ready(ready))
  return library.execute(site_key, { action })
}
